import { createHmac, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { earlierSignature, standardHeaders } from './sign.server'

const message = { id: 'msg_1', body: '{"event":"ping"}', at: new Date() }

it('a secret from before the standard verifies by its bytes, and by its text in the old header', () => {
  const bytes = randomBytes(32)
  const old = `whsec_${bytes.toString('base64url')}`
  const key = new Webhook(bytes, { format: 'raw' })
  expect(key.verify(message.body, standardHeaders(message, [old]))).toEqual({ event: 'ping' })
  const header = earlierSignature(message, [old])
  const [, t] = /^t=([0-9]+),/.exec(header) ?? []
  const mark = createHmac('sha256', old).update(`${t}.${message.body}`).digest('hex')
  expect(header).toBe(`t=${t},v1=${mark}`)
})

it('the library rejects a message older than five minutes', () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const late = { ...message, at: new Date(Date.now() - 301_000) }
  expect(() => new Webhook(secret).verify(late.body, standardHeaders(late, [secret]))).toThrow()
})

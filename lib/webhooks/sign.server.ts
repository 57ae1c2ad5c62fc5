import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { type AssociatedData, decrypt, encrypt } from '@/lib/platform/crypto.server'

const placeOf = (webhookId: string): AssociatedData => `webhooks|secret|${webhookId}`

const PREFIX = 'whsec_'

/** A new secret as Standard Webhooks writes it, 32 random bytes in base64, and as it is stored. */
export function makeSecret(webhookId: string) {
  const secret = `${PREFIX}${randomBytes(32).toString('base64')}`
  return { secret, cipher: encrypt(secret, placeOf(webhookId)) }
}

export const readSecret = (webhookId: string, cipher: Uint8Array): string =>
  decrypt(cipher, placeOf(webhookId)).toString()

/** A message as it is signed: the same id in every try and replay, its bytes, and when this try leaves. */
export type Message = { id: string; body: string; at: Date }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)

/**
 * The three headers of Standard Webhooks 1.0.0 (github.com/standard-webhooks): HMAC-SHA-256 over `<id>.<seconds>.<body>`
 * with the bytes of each secret, the new one first. Secrets of before the standard are base64url: the same bytes.
 */
export function standardHeaders({ id, body, at }: Message, secrets: readonly string[]) {
  const seconds = Math.floor(at.getTime() / 1000)
  const marks = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${hmac(key, `${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': marks.join(' '),
  }
}

/**
 * The header Accord-Signature of before, `t=<unix seconds>,v1=<hex>` over `<t>.<body>` with the text of the secret. It goes
 * with the next version.
 */
export function earlierSignature({ body, at }: Message, secrets: readonly string[]): string {
  const t = Math.floor(at.getTime() / 1000)
  const marks = secrets.map((secret) => hmac(secret, `${t}.${body}`).digest('hex'))
  return [`t=${t}`, ...marks.map((mark) => `v1=${mark}`)].join(',')
}

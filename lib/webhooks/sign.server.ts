import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { type AssociatedData, decrypt, encrypt } from '@/lib/platform/crypto.server'

const placeOf = (webhookId: string): AssociatedData => `webhooks|secret|${webhookId}`

/** A new secret, and as it is stored. */
export function makeSecret(webhookId: string) {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  return { secret, cipher: encrypt(secret, placeOf(webhookId)) }
}

export const readSecret = (webhookId: string, cipher: Uint8Array): string =>
  decrypt(cipher, placeOf(webhookId)).toString()

/**
 * The header Accord-Signature: `t=<unix seconds>,v1=<hex>`, HMAC-SHA-256 over `<t>.<body>`. After a rotation there is a
 * second v1, of the old secret. The receiver refuses what is older than five minutes, so that nothing can be played back.
 */
export function signatureOf(body: string, secrets: readonly string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const marks = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  return [`t=${t}`, ...marks.map((mark) => `v1=${mark}`)].join(',')
}

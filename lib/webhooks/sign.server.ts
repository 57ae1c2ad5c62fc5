import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { type AssociatedData, decrypt, encrypt, readableSecret } from '@/lib/platform/crypto.server'

const placeOf = (webhookId: string): AssociatedData => `webhooks|secret|${webhookId}`

const PREFIX = 'whsec_'

/** Creates a secret in the format of Standard Webhooks (32 random bytes in base64), plain and encrypted for storage. */
export function makeWebhookSecret(webhookId: string) {
  const secret = `${PREFIX}${randomBytes(32).toString('base64')}`
  return { secret, cipher: encrypt(secret, placeOf(webhookId)) }
}

/** Null when the stored secret can't be decrypted (its encryption key is gone). */
export const readWebhookSecret = (webhookId: string, cipher: Uint8Array): string | null =>
  readableSecret(() => decrypt(cipher, placeOf(webhookId)).toString(), { webhookId })

/** The signed parts: the ID (the same in every attempt and replay), the bytes, and the time of this attempt. */
export type Message = { id: string; body: string; at: Date }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)

/**
 * The three headers of Standard Webhooks 1.0.0 (github.com/standard-webhooks): HMAC-SHA-256 over
 * `<id>.<seconds>.<body>` with the bytes of each secret, the new one first. Secrets from before the standard are
 * base64url of the same bytes.
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
 * The old header Accord-Signature: `t=<unix seconds>,v1=<hex>` over `<t>.<body>` with the text of the secret. To be
 * removed in the next version.
 */
export function earlierSignature({ body, at }: Message, secrets: readonly string[]): string {
  const t = Math.floor(at.getTime() / 1000)
  const marks = secrets.map((secret) => hmac(secret, `${t}.${body}`).digest('hex'))
  return [`t=${t}`, ...marks.map((mark) => `v1=${mark}`)].join(',')
}

import 'server-only'
import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { sha256 } from '@/lib/platform/crypto.server'
import { signingKeyOf } from '@/lib/platform/env/keys.server'
import { env } from '@/lib/platform/env.server'
import { Refusal } from '@/lib/platform/refusal'

/** The public part of the key that signs this installation's evidence. */
export type SigningKey = { algorithm: 'ECDSA P-256 SHA-256'; fingerprint: string; spki: string }

let known: { from: string; key: KeyObject; open: SigningKey } | undefined

function read(): { key: KeyObject; open: SigningKey } {
  const from = env().SIGNING_KEY
  if (from === undefined)
    throw new Refusal(
      409,
      'signing_key_missing',
      'This installation has no key to sign evidence. An admin must set SIGNING_KEY.',
    )
  if (known?.from === from) return known
  const key = signingKeyOf(from)
  if (!key) throw new Error('SIGNING_KEY is malformed')
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const open: SigningKey = {
    algorithm: 'ECDSA P-256 SHA-256',
    fingerprint: sha256(spki),
    spki: spki.toString('base64'),
  }
  known = { from, key, open }
  return known
}

/** @throws Refusal 409 signing_key_missing */
export const evidenceSigningKey = (): SigningKey => read().open

/** The signature over these bytes: r and s, 32 bytes each, in base64. @throws Refusal 409 signing_key_missing */
export const signBytes = (bytes: Uint8Array): string =>
  sign('sha256', bytes, { key: read().key, dsaEncoding: 'ieee-p1363' }).toString('base64')

/** The fingerprint of the signing key for a page; null when no key is configured. */
export const signingFingerprint = (): string | null =>
  env().SIGNING_KEY === undefined ? null : evidenceSigningKey().fingerprint

import 'server-only'
import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto'

export type EncryptionKey = { version: number; key: KeyObject }

/** The highest version that two bytes hold. */
const MAX_VERSION = 65_535

/** The keys in ENCRYPTION_KEYS, in their order; null when one is malformed, or two have one version. */
export function encryptionKeysOf(text: string): EncryptionKey[] | null {
  const entries = text.split(',')
  const keys = entries.flatMap((entry) => {
    const [, digits, key = ''] = /^v(\d+):(.+)$/.exec(entry.trim()) ?? []
    const [version, bytes] = [Number(digits), Buffer.from(key, 'base64')]
    return version <= MAX_VERSION && bytes.length === 32 ? [{ version, key: createSecretKey(bytes) }] : []
  })
  const versions = new Set(keys.map(({ version }) => version))
  return versions.size === entries.length ? keys : null
}

/** The key in SIGNING_KEY; null when it isn't a private key for ECDSA P-256. */
export function signingKeyOf(text: string): KeyObject | null {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

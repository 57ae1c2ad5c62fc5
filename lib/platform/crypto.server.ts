import 'server-only'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type EncryptionKey, encryptionKeysOf } from '@/lib/platform/env/keys.server'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { memoize } from '@/lib/platform/memoize'

const keysIn = memoize((text) => encryptionKeysOf(text) ?? [])
const keys = (): EncryptionKey[] => keysIn(env().ENCRYPTION_KEYS)

/** The location of a secret, which is authenticated with it (AAD), so a value copied to another row does not decrypt. */
export type AssociatedData = `${string}|${string}|${string}`

/**
 * AES-256-GCM: 2 bytes key version, 12 bytes nonce, 16 bytes tag, ciphertext.
 * @param place `table|column|row id`
 */
export function encrypt(plain: string | Uint8Array, place: AssociatedData): Uint8Array<ArrayBuffer> {
  const [current] = keys()
  if (!current) throw new Error('ENCRYPTION_KEYS is empty')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce, { authTagLength: 16 })
  cipher.setAAD(Buffer.from(`${place}|v${current.version}`))
  const body = Buffer.concat([cipher.update(plain as Buffer), cipher.final()])
  const version = Buffer.alloc(2)
  version.writeUInt16BE(current.version)
  return new Uint8Array(Buffer.concat([version, nonce, cipher.getAuthTag(), body]))
}

const HEAD = 2 + 12 + 16

/** @throws Error when the key is missing, the location differs or a byte was changed */
export function decrypt(stored: Uint8Array, place: AssociatedData): Buffer {
  const decipher = openCipher(stored, place)
  const plain = decipher.update(stored.subarray(HEAD))
  decipher.final() // returns no bytes in this mode, but throws when the tag is wrong
  return plain
}

/** The stored secret of a connection or a webhook; null when it can't be decrypted (its encryption key is gone). */
export function readableSecret(
  secret: () => string,
  owner: { connectionId: string } | { webhookId: string },
): string | null {
  try {
    return secret()
  } catch (error) {
    logger.warn({ error, ...owner }, 'stored secret cannot be read')
    return null
  }
}

/**
 * Decrypts a stream whose first chunk has at least 30 bytes, into one buffer without a second copy.
 * @param length of the plain text
 * @param pieces null in place of the next chunk: what was stored is gone
 * @returns null when it is gone
 * @throws Error as `decrypt`, and when the text has another length
 */
export async function decryptPieces(
  pieces: AsyncIterable<Uint8Array | null>,
  length: number,
  place: AssociatedData,
): Promise<Buffer | null> {
  const plain = Buffer.alloc(length)
  let opened: ReturnType<typeof openCipher> | undefined
  let at = 0
  for await (const piece of pieces) {
    if (piece === null) return null
    const from = opened ? 0 : HEAD
    opened ??= openCipher(piece, place)
    const text = opened.update(piece.subarray(from))
    text.copy(plain, at)
    at += text.length
  }
  opened?.final()
  if (at !== length) throw new Error(`${place} has another length`)
  return plain
}

function openCipher(stored: Uint8Array, place: AssociatedData) {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const version = bytes.readUInt16BE(0)
  const found = keys().find((key) => key.version === version)
  if (!found) throw new Error(`encryption key v${version} is not configured`)
  const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(2, 14), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(`${place}|v${version}`))
  decipher.setAuthTag(bytes.subarray(14, HEAD))
  return decipher
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** SHA-256 in hex; of a text, that of its UTF-8 bytes. */
export const sha256 = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex')

/** What is stored instead of a random token, to recognise it: a leaked backup contains none that can be used. */
export const tokenDigest = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

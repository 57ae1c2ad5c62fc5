import 'server-only'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { env } from '@/lib/platform/env.server'

type Key = { version: number; key: Buffer }

function keys(): Key[] {
  return env()
    .ENCRYPTION_KEYS.split(',')
    .map((entry) => {
      const [, version, key] = /^v(\d+):(.+)$/.exec(entry.trim()) ?? []
      const bytes = Buffer.from(key ?? '', 'base64')
      if (!version || bytes.length !== 32)
        throw new Error('ENCRYPTION_KEYS: expected v<number>:<base64 of 32 bytes>')
      return { version: Number(version), key: bytes }
    })
}

/** Where a secret lives: part of what is authenticated, so a value copied to another row does not decrypt. */
export type Place = `${string}|${string}|${string}`

/**
 * AES-256-GCM: 2 bytes key version, 12 bytes nonce, 16 bytes tag, ciphertext.
 * @param place `table|column|row id`
 */
export function encrypt(plain: string | Uint8Array, place: Place): Uint8Array<ArrayBuffer> {
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

/** @throws Error when the key is gone, the place is another one or a byte was changed */
export function decrypt(stored: Uint8Array, place: Place): Buffer {
  const bytes = Buffer.from(stored)
  const version = bytes.readUInt16BE(0)
  const found = keys().find((key) => key.version === version)
  if (!found) throw new Error(`encryption key v${version} is not configured`)
  const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(2, 14), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(`${place}|v${version}`))
  decipher.setAuthTag(bytes.subarray(14, 30))
  return Buffer.concat([decipher.update(bytes.subarray(30)), decipher.final()])
}

export const sha256 = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex')

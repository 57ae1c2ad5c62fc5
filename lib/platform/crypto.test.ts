import '@/lib/platform/testing/settings'
import { describe, expect, it } from 'vitest'
import { decrypt, decryptPieces, encrypt } from '@/lib/platform/crypto.server'

describe('a stored secret', () => {
  const stored = encrypt('s3cret', 'connections|secret_cipher|1')

  it('decrypts at its own location', () => {
    expect(decrypt(stored, 'connections|secret_cipher|1').toString()).toBe('s3cret')
  })
  it('does not decrypt in another row or column', () => {
    expect(() => decrypt(stored, 'connections|secret_cipher|2')).toThrow()
    expect(() => decrypt(stored, 'connections|token_cipher|1')).toThrow()
  })
  it('does not decrypt after any byte was changed', () => {
    for (const at of [3, 20, stored.length - 1]) {
      const changed = stored.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decrypt(changed, 'connections|secret_cipher|1')).toThrow()
    }
  })
  it('is encrypted differently each time', () => {
    expect(encrypt('s3cret', 'connections|secret_cipher|1')).not.toEqual(stored)
  })
  it('reports a missing key by its version', () => {
    const foreign = stored.slice()
    foreign[1] = 9
    expect(() => decrypt(foreign, 'connections|secret_cipher|1')).toThrow('v9')
  })
})

describe('a stored file', () => {
  const place = 'upload_originals|cipher|1'
  const text = 'IBAN;Name\nDE89370400440532013000;Zoë\n'
  const length = Buffer.byteLength(text)
  const stored = encrypt(text, place)

  /** Decrypts it from a first piece of 30 bytes or more, and pieces of this size. */
  function read(
    bytes: Uint8Array,
    size: number,
    declared = length,
    from: typeof place | `${typeof place}1` = place,
  ) {
    async function* pieces() {
      const first = Math.max(size, 30)
      yield bytes.length > 0 ? bytes.subarray(0, first) : null
      for (let at = first; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    return decryptPieces(pieces(), declared, from)
  }

  it.each([1, 7, 30, 1_000])('decrypts from pieces of %i bytes', async (size) => {
    expect((await read(stored, size))?.toString()).toBe(text)
  })

  it('is gone when nothing is stored', async () => {
    expect(await read(new Uint8Array(), 7)).toBeNull()
  })

  it('does not decrypt elsewhere, after a change, or in part', async () => {
    const changed = stored.slice()
    changed[40] = (changed[40] ?? 0) ^ 1
    await expect(read(stored, 7, length, `${place}1`)).rejects.toThrow()
    await expect(read(changed, 7)).rejects.toThrow()
    await expect(read(stored.subarray(0, -1), 7)).rejects.toThrow()
  })

  it.each([1, -1])('has the length that was stored with it, not %i more', async (more) => {
    await expect(read(stored, 7, length + more)).rejects.toThrow('has another length')
  })
})

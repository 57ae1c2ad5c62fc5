import '@/lib/platform/testing/settings'
import { describe, expect, it } from 'vitest'
import { decrypt, encrypt } from '@/lib/platform/crypto.server'

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

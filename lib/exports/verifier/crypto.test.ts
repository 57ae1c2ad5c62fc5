import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSignedBy } from './p256'
import { sha256Of } from './sha256'

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256)

describe('the hash of the offline verifier', () => {
  it('is SHA-256 for every length around the block boundaries', () => {
    for (const length of [...Array.from({ length: 130 }, (_, n) => n), 1000, 70_001]) {
      const bytes = bytesOf(length)
      expect(sha256Of(bytes), `${length} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
  })

  it('reads a slice of a larger buffer', () => {
    expect(sha256Of(bytesOf(200).subarray(7, 90))).toBe(
      createHash('sha256').update(bytesOf(200).subarray(7, 90)).digest('hex'),
    )
  })
})

describe('the signature check of the offline verifier', () => {
  const pair = () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
    const signed = (message: Uint8Array) =>
      new Uint8Array(sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }))
    return { spki, signed }
  }

  it('accepts what the key signed, and nothing that differs in one bit', () => {
    for (let round = 0; round < 4; round++) {
      const { spki, signed } = pair()
      const message = bytesOf(100 + round)
      const signature = signed(message)
      expect(isSignedBy(spki, signature, message)).toBe(true)
      const turned = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
      expect(isSignedBy(spki, signature, turned(message, 5))).toBe(false)
      expect(isSignedBy(spki, turned(signature, 3), message)).toBe(false)
      expect(isSignedBy(spki, turned(signature, 63), message)).toBe(false)
      expect(isSignedBy(pair().spki, signature, message)).toBe(false)
    }
  })

  it('rejects the edge cases that a careless implementation accepts', () => {
    const { spki, signed } = pair()
    const message = bytesOf(10)
    expect(isSignedBy(spki, new Uint8Array(64), message)).toBe(false)
    expect(isSignedBy(spki, new Uint8Array(64).fill(255), message)).toBe(false)
    expect(isSignedBy(spki, signed(message).subarray(1), message)).toBe(false)
    const offCurve = spki.map((byte, at) => (at === 90 ? byte ^ 1 : byte))
    expect(isSignedBy(offCurve, signed(message), message)).toBe(false)
    expect(isSignedBy(spki.subarray(0, 90), signed(message), message)).toBe(false)
  })
})

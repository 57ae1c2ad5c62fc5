import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSignedBy, sha256Of } from './crypto'

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256)

it('the hash of the offline verifier is SHA-256 in hex, also of a slice of a larger buffer', async () => {
  const slice = bytesOf(200).subarray(7, 90)
  expect(await sha256Of(slice)).toBe(createHash('sha256').update(slice).digest('hex'))
  expect(await sha256Of('é')).toBe(createHash('sha256').update('é').digest('hex'))
})

describe('the signature check of the offline verifier', () => {
  const pair = (namedCurve = 'P-256') => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
    const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
    const signed = (message: Uint8Array) =>
      new Uint8Array(sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }))
    return { spki, signed }
  }

  it('accepts what the key signed, and nothing that differs in one bit', async () => {
    const { spki, signed } = pair()
    const message = bytesOf(100)
    const signature = signed(message)
    expect(await isSignedBy(spki, signature, message)).toBe(true)
    const turned = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
    expect(await isSignedBy(spki, signature, turned(message, 5))).toBe(false)
    expect(await isSignedBy(spki, turned(signature, 3), message)).toBe(false)
    expect(await isSignedBy(spki, turned(signature, 63), message)).toBe(false)
    expect(await isSignedBy(pair().spki, signature, message)).toBe(false)
  })

  it('rejects the edge cases that a careless implementation accepts', async () => {
    const { spki, signed } = pair()
    const message = bytesOf(10)
    expect(await isSignedBy(spki, new Uint8Array(64), message)).toBe(false)
    expect(await isSignedBy(spki, new Uint8Array(64).fill(255), message)).toBe(false)
    expect(await isSignedBy(spki, signed(message).subarray(1), message)).toBe(false)
    const offCurve = spki.map((byte, at) => (at === 90 ? byte ^ 1 : byte))
    expect(await isSignedBy(offCurve, signed(message), message)).toBe(false)
    expect(await isSignedBy(spki.subarray(0, 90), signed(message), message)).toBe(false)
    const other = pair('P-384')
    expect(await isSignedBy(other.spki, other.signed(message), message)).toBe(false)
  })
})

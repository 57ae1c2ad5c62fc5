import { describe, expect, it } from 'vitest'
import { verificationInput } from './schema'

const GOOD = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' }
const codes = (change: object) => {
  const result = verificationInput.safeParse({ ...GOOD, ...change })
  return result.success
    ? []
    : result.error.issues.map((issue) => (issue as { params?: { code?: string } }).params?.code ?? issue.code)
}

describe('the request body of a check', () => {
  it('is normalised, with or without our own fields', () => {
    const parsed = verificationInput.parse({
      ...GOOD,
      iban: ' iban fr76 3000 6000 0112 3456 7890 189',
      name: '  Jose\u0301  Marti\u0301 ',
      note: ' ',
    })
    expect(parsed).toMatchObject({ iban: GOOD.iban, name: 'José Martí', note: undefined })
  })

  it('may force an outcome only in the sandbox', () => {
    expect(codes({ environment: 'sandbox', sandboxResult: 'failed' })).toEqual([])
    expect(codes({ sandboxResult: 'match' })).toEqual(['unrecognized_keys'])
    expect(codes({ environment: 'sandbox', sandboxResult: 'maybe' })).toEqual(['invalid_value'])
  })

  it('rejects unknown fields, so that no other column can be set by a client', () => {
    for (const key of ['role', 'id', 'status', 'requestedById', 'sandbox_result'])
      expect(codes({ [key]: 'x' })).toEqual(['unrecognized_keys'])
  })

  it('rejects remarks that are too long or contain control characters, and keeps line breaks', () => {
    expect(codes({ reference: 'x'.repeat(65) })).toEqual(['too_long'])
    for (const sign of ['\u0000', '\u202e', '\u2066', '\u200f'])
      for (const field of ['reference', 'note'])
        expect(codes({ [field]: `a${sign}b` })).toEqual(['control_characters'])
    expect(codes({ note: 'a\ud800' })).toEqual(['unicode_malformed'])
    expect(codes({ note: 'a\nb' })).toEqual([])
  })

  it('treats null as absent', () => {
    expect(codes({ iban: null })).toEqual(['iban_required'])
    expect(codes({ name: null })).toEqual(['name_required'])
  })
})

import { describe, expect, it } from 'vitest'
import { checkIban } from '@/lib/iban/validate'
import { type IbanMessage, isFullLength, problemMessage } from './iban-message'

function messageOf(raw: string): IbanMessage | null {
  const verdict = checkIban(raw)
  return verdict.ok ? null : problemMessage(verdict.iban, verdict.problem)
}

describe('the message for an IBAN', () => {
  it.each([
    ['', 'required', {}],
    ['7630006000', 'noCountry', {}],
    ['XQ7630006000', 'unknownCountry', { code: 'XQ' }],
    ['NL91ABNA0417', 'short', { actual: 12, expected: 18 }],
    ['CH9300762011623852957X', 'long', { actual: 22, expected: 21 }],
    ['FR76300060000112é4567890189', 'character', { sign: 'é', position: 17 }],
    ['ES91A1000418450200051332', 'structure', { from: 5, to: 5, count: 1 }],
    ['FR7630006000011234567890198', 'checksum', {}],
  ])('%s says %s', (raw, key, values) => {
    expect(messageOf(raw)).toMatchObject({ key, values })
  })

  it('suggests the digit for a letter that looks like one', () => {
    expect(messageOf('DE893704O044O532013000')).toMatchObject({
      key: 'letter',
      values: { letter: 'O', position: 9 },
      fix: { iban: 'DE8937040044O532013000', digit: '0' },
    })
  })

  it('is delayed until the length of the country is reached', () => {
    expect(isFullLength(checkIban('FR7630006'))).toBe(false)
    expect(isFullLength(checkIban('FR7630006000011234567890198'))).toBe(true)
    expect(isFullLength(checkIban('XQ7630006000011234567890198'))).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { isAbout, mentionOf, REDACTED, readSubject, subjectInput } from './subject'

const IBAN = 'FR7630006000011234567890189'
const name = (value: string) => readSubject({ kind: 'name', value })
const must = <T>(value: T | null): T => {
  if (value === null) throw new Error('no subject')
  return value
}

describe('the subject of an erasure', () => {
  it('is one IBAN in any spacing, checked', () => {
    const subject = must(readSubject({ kind: 'iban', value: ' fr76 3000 6000 0112 3456 7890 189' }))
    expect(subject.key).toBe(IBAN)
    expect(isAbout(subject, { iban: IBAN, name: 'Any', matchedName: null })).toBe(true)
    expect(readSubject({ kind: 'iban', value: 'FR7630006000011234567890188' })).toBeNull()
    expect(subjectInput.safeParse({ kind: 'iban', value: 'DE' }).success).toBe(false)
  })

  it('is one whole name in any case and accents, submitted or of the bank, and never a part of another name', () => {
    const subject = must(name('Hélène Marchand'))
    const check = { iban: '', name: 'HELENE MARCHAND', matchedName: null }
    expect(isAbout(subject, check)).toBe(true)
    expect(isAbout(subject, { ...check, name: 'X', matchedName: 'Hélène Marchand' })).toBe(true)
    expect(isAbout(subject, { ...check, name: 'Hélène Marchandise' })).toBe(false)
    expect(isAbout(subject, { ...check, name: 'Marie Hélène Marchand' })).toBe(false)
    expect(name(' ')).toBeNull()
  })

  it('is found in what people wrote, with other spacing and case, and not inside other words', () => {
    const iban = must(readSubject({ kind: 'iban', value: IBAN }))
    expect('see FR76 3000 6000 0112 3456 7890 189.'.replace(mentionOf(iban), REDACTED)).toBe(
      `see ${REDACTED}.`,
    )
    const person = must(name('Ana (Li)'))
    expect('called ANA  (LI), not Analia'.replace(mentionOf(person), REDACTED)).toBe(
      `called ${REDACTED}, not Analia`,
    )
    expect(mentionOf(must(name('Li'))).test('Alice')).toBe(false)
  })
})

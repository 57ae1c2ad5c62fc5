import { describe, expect, it } from 'vitest'
import { REDACTED } from '@/lib/platform/log/scrub'
import { isAbout, readSubject, redact, redactJson, subjectInput } from './subject'

const IBAN = 'FR7630006000011234567890189'
const name = (value: string) => readSubject({ kind: 'name', value })
const must = <T>(value: T | null): T => {
  if (value === null) throw new Error('no subject')
  return value
}

describe('the subject of an erasure', () => {
  it('is one valid IBAN in any spacing', () => {
    const subject = must(readSubject({ kind: 'iban', value: ' fr76 3000 6000 0112 3456 7890 189' }))
    expect(subject.key).toBe(IBAN)
    expect(isAbout(subject, { iban: IBAN, name: 'Any', matchedName: null })).toBe(true)
    expect(readSubject({ kind: 'iban', value: 'FR7630006000011234567890188' })).toBeNull()
    expect(subjectInput.safeParse({ kind: 'iban', value: 'DE' }).success).toBe(false)
  })

  it('is one full name regardless of case and accents, submitted or from the bank, and never a part of another name', () => {
    const subject = must(name('Hélène Marchand'))
    const check = { iban: '', name: 'HELENE MARCHAND', matchedName: null }
    expect(isAbout(subject, check)).toBe(true)
    expect(isAbout(subject, { ...check, name: 'X', matchedName: 'Hélène Marchand' })).toBe(true)
    expect(isAbout(subject, { ...check, name: 'Hélène Marchandise' })).toBe(false)
    expect(isAbout(subject, { ...check, name: 'Marie Hélène Marchand' })).toBe(false)
    expect(name(' ')).toBeNull()
  })

  it('is found in free text regardless of spacing, case and accents, and never inside other words', () => {
    const iban = must(readSubject({ kind: 'iban', value: IBAN }))
    const groups = ['FR76', '3000', '6000', '0112', '3456', '7890', '189']
    for (const between of ['', ' ', '\u00a0', '\u202f', '.', '-', '‑', '\n', '\t', ' / '])
      expect(redact(`see ${groups.join(between)}.`, iban), between).toBe(`see ${REDACTED}.`)
    expect(redact(IBAN.toLowerCase(), iban)).toBe(REDACTED)
    expect(redact(`${IBAN}7`, iban)).toBe(`${IBAN}7`)
    expect(redact(`IBAN${IBAN}`, iban)).toBe(`IBAN${REDACTED}`)
    const person = must(name('Ana (Li)'))
    expect(redact('called ANA  (LI), not Analia', person)).toBe(`called ${REDACTED}, not Analia`)
    expect(redact('Alice', must(name('Li')))).toBe('Alice')
  })

  it.each([
    ['José García', 'asked JOSE GARCIA twice'],
    ['Jose Garcia', 'asked José García twice'],
    ['José García', `asked ${'José García'.normalize('NFD')} twice`],
    ['Łukasz Groß', 'asked Lukasz Gross twice'],
    ['Lukasz Gross', 'asked ŁUKASZ GROẞ twice'],
    ['Δημήτρης', 'asked ΔΗΜΗΤΡΗΣ twice'],
    ['O’Brien', "asked o'brien twice"],
    ['Jean-Pierre Roy/Li', 'asked JEAN‑PIERRE ROY/LI twice'],
    ['D´Angelo', 'asked D´ANGELO twice'],
    ['Ana de Vries', 'asked ana_de_vries twice'],
    ['Ana de Vries', 'asked Ana.de-Vries twice'],
    ['김민준', `asked ${'김민준'.normalize('NFD')} twice`],
    ['Zoë  de\u00a0Vries', 'asked Zo\u200be de\tVries twice'],
  ])('as %j is found in %j', (value, text) => {
    expect(redact(text, must(name(value)))).toBe(`asked ${REDACTED} twice`)
  })

  it('is redacted in the strings of a JSON value, whose keys and other words stay', () => {
    const value = { name: 'Null "the" Person', none: null, list: ['of Null “the” Person', 7] }
    expect(redactJson(value, must(name('Null "the" Person')))).toEqual({
      ...value,
      name: REDACTED,
    })
    expect(redactJson(value, must(name('null')))).toEqual({
      ...value,
      name: `${REDACTED} "the" Person`,
      list: [`of ${REDACTED} “the” Person`, 7],
    })
  })
})

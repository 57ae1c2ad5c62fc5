import { describe, expect, it } from 'vitest'
import { matchNames } from '@/lib/names/match'
import { closeVariant, looksLikeCompany, otherName } from './variants'

const names = [
  'Jean Dupont',
  'MARIE-CLAUDE LEFÈVRE',
  'Müller, Hans',
  'María del Carmen Núñez Ortega',
  'Pieter van den Berg',
  'Ateliers Moreau SARL',
  'WEBER MASCHINENBAU GMBH',
  'Construcciones Peña S.L.',
  'Bakkerij De Gouden Aar B.V.',
]
const accounts = Array.from({ length: 12 }, (_, n) => `DE0037040044000000${n}`)

describe.each(names)('the holders derived from %s', (name) => {
  it('are close matches where they should be, and always the same', () => {
    for (const iban of accounts) {
      const variant = closeVariant(name, iban)
      expect(`${variant}: ${matchNames(name, variant)}`).toBe(`${variant}: close_match`)
      expect(closeVariant(name, iban)).toBe(variant)
    }
  })
  it('are somebody else where they should be different', () => {
    for (const iban of accounts) expect(matchNames(name, otherName(name, iban))).toBe('no_match')
  })
})

it('a name with a legal form at its end counts as a company', () => {
  expect(names.map(looksLikeCompany)).toEqual([false, false, false, false, false, true, true, true, true])
})

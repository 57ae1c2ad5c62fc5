import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { diffNames } from '@/lib/names/compare'
import type { Difference } from '@/lib/names/differences'
import { factKey, factWords } from '@/lib/names/fact'
import english from '@/messages/en/names.json' with { type: 'json' }
import { slotsOf, stepOf } from './words'

const t = createTranslator({ locale: 'en', messages: { names: english }, namespace: 'names' })
const sentences = (a: string, b: string) =>
  diffNames(a, b).differences.map((d: Difference) => t(`fact.${factKey(d, [d])}`, factWords(d)))
const shown = (a: string, b: string, side: 'submitted' | 'registered') =>
  slotsOf(diffNames(a, b), side, side === 'submitted' ? a : b).map((slot) =>
    slot.state === 'gap' ? '_' : slot.pieces.map((piece) => piece.text).join(''),
  )

describe('the comparison of two names', () => {
  it('keeps a gap for a word that only one name has', () => {
    expect(shown('Jean Dupond', 'Jean Michel Dupont', 'submitted')).toEqual(['Jean', '_', 'Dupond'])
    expect(shown('Jean Dupond', 'Jean Michel Dupont', 'registered')).toEqual(['Jean', 'Michel', 'Dupont'])
  })

  it('shows both names as written when the order differs', () => {
    expect(shown('de la Cruz Maria', 'Maria De La Cruz', 'submitted')).toEqual(['de', 'la', 'Cruz', 'Maria'])
    expect(shown('de la Cruz Maria', 'Maria De La Cruz', 'registered')).toEqual(['Maria', 'De', 'La', 'Cruz'])
    expect(stepOf(diffNames('Lindqvist Sofia', 'Sofia Lindqvist'), 'lg')).toBe(0)
  })

  it('describes each difference in its own sentence', () => {
    expect(sentences('Jean Dupond', 'Jean Michel Dupont')).toEqual([
      '“Michel” is only in the bank records.',
      '“Dupond” and “Dupont” differ by one letter, d and t.',
    ])
    expect(sentences('Jhon Smith', 'John Smith')).toEqual([
      '“Jhon” and “John” differ by two swapped letters, ho and oh.',
    ])
    expect(sentences('Martin Paul', 'Paul Martins')[1]).toBe(
      '“Martin” and “Martins” differ by one letter, s.',
    )
    expect(sentences('Li Na', 'Li Wu')).toEqual(['“Na” and “Wu” are different words.'])
    expect(sentences('Jon Smit', 'John Smith')).toEqual(['“Jon Smit” and “John Smith” differ by 2 letters.'])
  })
})

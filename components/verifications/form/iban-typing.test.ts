import { describe, expect, it } from 'vitest'
import { groupTyped } from './iban-typing'

/** `|` is the caret. */
const typed = (marked: string): string => {
  const { text, caret } = groupTyped(marked.replace('|', ''), marked.indexOf('|'))
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

describe('an IBAN during typing', () => {
  it('is grouped by fours and upper-cased', () => {
    expect(typed('fr761199|')).toBe('FR76 1199|')
    expect(typed('FR76 11999|')).toBe('FR76 1199 9|')
  })

  it('has no space after a full last group, so that none follows the caret', () => {
    expect(typed('FR76|')).toBe('FR76|')
  })

  it('keeps the caret after the same character when something is inserted in the middle', () => {
    expect(typed('FR7|X6 1199')).toBe('FR7|X 6119 9')
    expect(typed('FR76 19|19 9')).toBe('FR76 19|19 9')
  })

  it('deletes the character before a deleted space', () => {
    expect(typed('FR76|1199')).toBe('FR76| 1199')
  })

  it('removes separators of every kind and keeps an invalid letter, which the message names', () => {
    expect(typed('fr.76-11\u00a099é|')).toBe('FR76 1199 é|')
  })

  it('reports when there is nothing to change', () => {
    expect(groupTyped('FR76 1199', 9).changed).toBe(false)
    expect(groupTyped('', 0)).toEqual({ text: '', caret: 0, changed: false })
  })
})

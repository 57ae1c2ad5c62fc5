import { describe, expect, it } from 'vitest'
import { groupTyped } from './iban-typing'

/** `|` is the caret. */
const typed = (marked: string): string => {
  const { text, caret } = groupTyped(marked.replace('|', ''), marked.indexOf('|'))
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

describe('an IBAN while it is typed', () => {
  it('is grouped by fours and raised', () => {
    expect(typed('fr761199|')).toBe('FR76 1199|')
    expect(typed('FR76 11999|')).toBe('FR76 1199 9|')
  })

  it('has no space after a full last group, so that nothing hangs behind the caret', () => {
    expect(typed('FR76|')).toBe('FR76|')
  })

  it('keeps the caret behind the same sign when something is put in the middle', () => {
    expect(typed('FR7|X6 1199')).toBe('FR7|X 6119 9')
    expect(typed('FR76 19|19 9')).toBe('FR76 19|19 9')
  })

  it('steps over a deleted space to the sign before it', () => {
    expect(typed('FR76|1199')).toBe('FR76| 1199')
  })

  it('drops separators of every kind and keeps a foreign letter, which the message names', () => {
    expect(typed('fr.76-11\u00a099é|')).toBe('FR76 1199 é|')
  })

  it('says when there is nothing to change', () => {
    expect(groupTyped('FR76 1199', 9).changed).toBe(false)
    expect(groupTyped('', 0)).toEqual({ text: '', caret: 0, changed: false })
  })
})

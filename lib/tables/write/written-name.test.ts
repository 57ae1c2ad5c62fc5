import { describe, expect, test } from 'vitest'
import type { ColumnMap } from '@/lib/tables/table'
import { rewriteText } from './rewrite-text'
import { inEncoding } from './written-name'

const MAP: ColumnMap = { iban: 0, name: [1, 2], instead: [3], reference: null, note: null }
const TABLE = { encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const

/** The row as it is written with the name “Ann Lee”. */
function renamed(row: string, map = MAP): string {
  const bytes = new TextEncoder().encode(`IBAN;First;Last;Company\n${row}\n`)
  const made = rewriteText(bytes, TABLE, map, { keeps: () => true, nameOf: () => 'Ann Lee' })
  return new TextDecoder().decode(made).split('\n')[1] ?? ''
}

describe('the new name of a row', () => {
  test.each([
    ['X;Anna;Li;', 'X;Ann Lee;;', 'the first column of a joined name'],
    ['X;;Li;', 'X;;Ann Lee;', 'the only column of a joined name with a text'],
    ['X; ;Li;\t', 'X; ;Ann Lee;\t', 'the only column of a joined name with more than white space'],
    ['X;Anna;Li;Lee Ltd', 'X;Anna;Li;Ann Lee', 'the column used instead'],
  ])('in %j replaces what was read as the old one: %j, %s', (row, written) => {
    expect(renamed(row)).toBe(written)
  })

  test('goes into the column used instead if the file has no other', () => {
    expect(renamed('X;a;b;c', { ...MAP, name: [] })).toBe('X;a;b;Ann Lee')
  })

  test.each(['X;;;', 'X; ;', 'X'])('is not written into %j, which has no name to replace', (row) => {
    expect(() => renamed(row)).toThrow('the row has no name')
  })
})

test('a name loses only what its encoding lacks, letter by letter', () => {
  const name = 'Łukasz Zoe\u0308 “Ωmega” ﬁn — Œuvre?'
  expect(inEncoding(name, 'utf-8')).toBe(name)
  expect(inEncoding(name, 'utf-16be')).toBe(name)
  expect(inEncoding(name, 'windows-1252')).toBe('Lukasz Zoë “?mega” fin — Œuvre?')
  expect(inEncoding(name, 'iso-8859-15')).toBe('Lukasz Zoë ??mega? fin - Œuvre?')
})

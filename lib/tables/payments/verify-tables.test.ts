import { expect, test } from 'vitest'
import { cutFile } from './cut-file'
import type { CutPlan } from './line'
import { verifyCut } from './verify-cut'

const DE = 'DE89370400440532013000'
const HEADER = 'IBAN;Name;Amount\n'
const table = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
const map = { iban: 0, name: [1], instead: [], reference: null, note: null, amount: 2, currencyCode: 'EUR' }
const plan: CutPlan = {
  ...{ released: [1, 2], gone: [], names: [[2, 'Ben Berg']], nameCap: 70, at: '2026-03-31T10:00:00Z' },
  messageIds: { released: '', held: '' },
}
const utf8 = (text: string) => new TextEncoder().encode(text)

/** What is wrong with a released file of these lines. */
function faultOf(lines: string): string | null {
  const was = { bytes: utf8(`${HEADER}${DE};Ann;1\n${DE};Ben;2\n`), table, map, plan }
  const files = cutFile(was.bytes, table, map, plan)
  if (!('original' in files && files.released)) throw new Error(JSON.stringify(files))
  return verifyCut(was, { ...files, released: { ...files.released, bytes: utf8(HEADER + lines) } })
}

test('a row may have empty cells more or less than in the original, but no other text and not the old name', () => {
  expect(faultOf(`${DE};Ann;1\n${DE};Ben Berg;2\n`)).toBeNull()
  expect(faultOf(`${DE};Ann;1;\n${DE};Ben Berg;2\n`)).toBeNull()
  expect(faultOf(`${DE};Ann;1;More\n${DE};Ben Berg;2\n`)).toBe('line 1 has changed (released)')
  expect(faultOf(`${DE};Ann;1\n${DE};Ben;2\n`)).toBe('line 2 has changed (released)')
})

test('a held part without a file may have no line that pays somebody', () => {
  const faultWith = (left: string) => {
    const was = {
      bytes: utf8(`${HEADER}${DE};Ann;1\n${left}\n`),
      table,
      map,
      plan: { ...plan, released: [1], names: [] },
    }
    const files = cutFile(was.bytes, table, map, was.plan)
    if (!('original' in files && files.held)) throw new Error(JSON.stringify(files))
    return verifyCut(was, { ...files, held: { ...files.held, bytes: new Uint8Array() } })
  }
  expect(faultWith(';Total;2')).toBeNull()
  expect(faultWith(`${DE};Ben;2`)).toBe('line 2 is in no file')
  expect(faultWith(`${DE};Total;x`)).toBe('line 2 is in no file')
})

test.each([
  ['a total', ';Total;3', false],
  ['a line of dashes and an amount alone', '---;---;---\n;;3', false],
  ['a heading', 'IBAN;Name;Amount', false],
  ['a payee without an account', ';Ben;3', true],
  ['a payee whose amount can’t be read', `${DE};Total;x`, true],
  ['a total and a payee', ';Total;3\n;Ben;x', true],
])('a table of which %s is left has a held file only if it pays somebody', (_, left, hasFile) => {
  const bytes = utf8(`${HEADER}${DE};Ann;1\n${left}\n`)
  const released = { ...plan, released: [1], names: [] }
  const files = cutFile(bytes, table, map, released)
  if (!('original' in files && files.held)) throw new Error(JSON.stringify(files))
  expect(verifyCut({ bytes, table, map, plan: released }, files)).toBeNull()
  const { held, original } = files
  expect(new TextDecoder().decode(held.bytes)).toBe(hasFile ? `${HEADER}${left}\n` : '')
  const lines = left.split('\n').length
  expect([held.lines, original.lines]).toEqual([lines, lines + 1])
})

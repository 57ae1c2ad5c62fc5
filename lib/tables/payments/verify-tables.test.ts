import { expect, test } from 'vitest'
import { cutFile } from './cut-file'
import type { CutPlan } from './line'
import { verifyCut } from './verify-cut'

const DE = 'DE89370400440532013000'
const HEADER = 'IBAN;Amount;Name\n'
const table = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
const map = { iban: 0, name: [2], instead: [], reference: null, note: null, amount: 1, currencyCode: 'EUR' }
const plan: CutPlan = {
  ...{ released: [1, 2], gone: [], names: [[2, 'Ben Berg']], nameCap: 70, at: '2026-03-31T10:00:00Z' },
  messageIds: { released: '', held: '' },
}
const utf8 = (text: string) => new TextEncoder().encode(text)

/** What is wrong with a released file of these lines; the second payment has no name in the original. */
function faultOf(lines: string): string | null {
  const was = { bytes: utf8(`${HEADER}${DE};1;Ann\n${DE};2\n`), table, map, plan }
  const files = cutFile(was.bytes, table, map, plan)
  if (!('original' in files && files.released)) throw new Error(JSON.stringify(files))
  return verifyCut(was, { ...files, released: { ...files.released, bytes: utf8(HEADER + lines) } })
}

test('the name of a payment without one in the original is verified, too', () => {
  expect(faultOf(`${DE};1;Ann\n${DE};2;Ben Berg\n`)).toBeNull()
  expect(faultOf(`${DE};1;Ann\n${DE};2;Eve Evil\n`)).toBe('line 2 has changed (released)')
  expect(faultOf(`${DE};1;Ann\n${DE};2\n`)).toBe('line 2 has changed (released)')
})

test('a cell that the original does not have is found', () => {
  expect(faultOf(`${DE};1;Ann;More\n${DE};2;Ben Berg\n`)).toBe('line 1 has changed (released)')
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renameFile } from './rename-file'

const pain = new URL('../testing/pain001/', import.meta.url)
const orders = new Uint8Array(readFileSync(new URL('pain.001.001.09.xml', pain)))
const map = { iban: 0, name: [1], instead: [], reference: null, note: null }
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const renamed = (names: [number, string][], bytes = orders) => {
  const file = renameFile(bytes, { format: 'payments' }, map, new Map(names))
  if (!('bytes' in file)) throw new Error(JSON.stringify(file))
  return file
}

test('payment orders get other names, escaped, and every other byte is theirs', () => {
  const before = text(orders)
  const names = [...before.matchAll(/<Cdtr>\s*<Nm>([^<]*)/g)].map(([, name = '']) => name)
  const after = text(renamed([[2, 'Müller & Söhne']]).bytes)
  let seen = 0
  const expected = before.replace(/(<Cdtr>\s*<Nm>)([^<]*)/g, (all, open) =>
    ++seen === 2 ? `${open}Müller &amp; Söhne` : all,
  )
  expect(names.length).toBeGreaterThan(2)
  expect(after).toBe(expected)
})

test('a table gets new names and columns, and every other byte is its own', () => {
  const file = 'IBAN\tName\r\nDE\t"Ann"\r\n\r\nFR\tBen'
  const made = renameFile(
    new TextEncoder().encode(file),
    { format: 'text', encoding: 'utf-8', delimiter: '\t', headerRow: 1 },
    map,
    new Map([[1, 'Anne']]),
    { headers: ['Old name', 'At'], cells: [[1, ['Ann', '2026']]] },
  )
  if (!('bytes' in made)) throw new Error(JSON.stringify(made))
  expect(text(made.bytes)).toBe('IBAN\tName\tOld name\tAt\r\nDE\t"Anne"\tAnn\t2026\r\n\r\nFR\tBen\t\t')
})

test('without names a file is the same, and long names are cut and reported', () => {
  expect(renamed([]).bytes).toEqual(orders)
  expect(renamed([[1, 'x'.repeat(80)]]).changed).toEqual([[1, 'x'.repeat(70)]])
})

test('signed payment orders are not renamed', () => {
  const signed = text(orders).replace('</Document>', '<Signature xmlns="x"/></Document>')
  expect(
    renameFile(new TextEncoder().encode(signed), { format: 'payments' }, map, new Map([[1, 'A']])),
  ).toEqual({
    whole: 'signature',
  })
})

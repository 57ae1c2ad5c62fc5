import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cutFile } from './cut-file'
import type { CutPlan } from './line'
import { cutAt } from './name-cap'
import { renameFile } from './rename-file'
import { verifyCut } from './verify-cut'

const pain = new URL('../testing/pain001/', import.meta.url)
const orders = new Uint8Array(readFileSync(new URL('pain.001.001.09.xml', pain)))
const map = { iban: 0, name: [1], instead: [], reference: null, note: null }
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const renamed = (names: [number, string][], nameCap: number | null = 70) => {
  const file = renameFile(orders, { format: 'payments' }, map, { names: new Map(names), nameCap })
  if (!('bytes' in file)) throw new Error(JSON.stringify(file))
  return file
}

test('names in a pain.001 are replaced and escaped, and no other byte changes', () => {
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

test('names in a table are replaced and columns added, and no other byte changes', () => {
  const file = 'IBAN\tName\r\nDE\t"Ann"\r\n\r\nFR\tBen'
  const made = renameFile(
    new TextEncoder().encode(file),
    { format: 'text', encoding: 'utf-8', delimiter: '\t', headerRow: 1 },
    map,
    { names: new Map([[1, 'Anne']]), nameCap: null },
    { headers: ['Old name', 'At'], cells: [[1, ['Ann', '2026']]] },
  )
  if (!('bytes' in made)) throw new Error(JSON.stringify(made))
  expect(text(made.bytes)).toBe('IBAN\tName\tOld name\tAt\r\nDE\t"Anne"\tAnn\t2026\r\n\r\nFR\tBen\t\t')
})

test('a file without names to replace stays the same', () => {
  expect(renamed([]).bytes).toEqual(orders)
})

const LONG = `Müller  und\n${'Söhne '.repeat(20)}`
test.each([8, 12, 70])(
  'a name is cut at %i characters as in a release, in payment orders and in tables',
  (nameCap) => {
    const names = new Map([[1, LONG]])
    const csv = new TextEncoder().encode('IBAN;Name\nDE;Ann\n')
    const options = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
    const table = renameFile(csv, options, map, { names, nameCap })
    if (!('bytes' in table)) throw new Error(JSON.stringify(table))
    expect(text(table.bytes)).toBe(`IBAN;Name\nDE;${cutAt(LONG, nameCap)}\n`)
    expect(text(renamed([[1, LONG]], nameCap).bytes)).toContain(`<Nm>${cutAt(LONG, nameCap)}</Nm>`)
  },
)

test.each([
  ['=Ben', '=Ben'],
  ['+Ben', '+Ben'],
  ['-Ben', '-Ben'],
  ['@Ben', '@Ben'],
  ['"=Ben;"', '"""=Ben;"""'],
])('the name %s is written exactly into a table, also in a release, despite formulas', (name, cell) => {
  const csv = new TextEncoder().encode('IBAN;Name;Amount\nDE;Ann;1.00\n')
  const options = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
  const columns = { ...map, amount: 2 }
  const corrected = renameFile(csv, options, columns, { names: new Map([[1, name]]), nameCap: 70 })
  const plan: CutPlan = {
    ...{ released: [1], gone: [], names: [[1, name]], nameCap: 70, at: '2026-04-01T08:00:00Z' },
    messageIds: { released: '', held: '' },
  }
  const cut = cutFile(csv, options, columns, plan)
  if (!('bytes' in corrected && 'released' in cut)) throw new Error('not written')
  const written = `IBAN;Name;Amount\nDE;${cell};1.00\n`
  expect([corrected.bytes, cut.released?.bytes].map((bytes) => bytes && text(bytes))).toEqual([
    written,
    written,
  ])
  expect(verifyCut({ bytes: csv, table: options, map: columns, plan }, cut)).toBeNull()
})

test('a table that pays nobody gets names of any length', () => {
  const csv = new TextEncoder().encode('IBAN;Name\nDE;Ann\n')
  const options = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
  const table = renameFile(csv, options, map, { names: new Map([[1, 'x'.repeat(140)]]), nameCap: null })
  if (!('bytes' in table)) throw new Error(JSON.stringify(table))
  expect(text(table.bytes)).toBe(`IBAN;Name\nDE;${'x'.repeat(140)}\n`)
})

test('names in a signed pain.001 are not replaced', () => {
  const signed = text(orders).replace('</Document>', '<Signature xmlns="x"/></Document>')
  expect(
    renameFile(new TextEncoder().encode(signed), { format: 'payments' }, map, {
      names: new Map([[1, 'A']]),
      nameCap: 70,
    }),
  ).toEqual({
    whole: 'signature',
  })
})

test('names with letters that the version doesn’t allow are not written, and their rows are named', () => {
  const swiss = text(orders).replaceAll('pain.001.001.09', 'pain.001.001.03.ch.02')
  const written = (names: [number, string][]) =>
    renameFile(new TextEncoder().encode(swiss), { format: 'payments' }, map, {
      names: new Map(names),
      nameCap: 70,
    })
  const three: [number, string][] = [
    [1, 'Ćosić'],
    [2, 'Łukasz'],
    [3, 'Müller'],
  ]
  expect(written(three)).toEqual({ letters: [1, 2] })
  expect(written([[3, 'Müller']])).toHaveProperty('bytes')
})

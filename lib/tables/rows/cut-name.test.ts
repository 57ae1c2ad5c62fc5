import { expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { fixesFor } from '@/lib/tables/fixes/fixes'
import { readTable } from '@/lib/tables/read/read'
import type { ColumnMap, Rec, RowEdit } from '@/lib/tables/table'
import { bytes, checkRows, DE, FR, groupIban, lines } from '@/lib/tables/testing/lists'
import { annotateFile } from '@/lib/tables/write/annotate-file'
import { checkRow, rawCells } from './rows'

const COLUMNS: Record<string, Partial<ColumnMap>> = {
  'IBAN,Name': { iban: 0, name: [1] },
  'Name,IBAN': { iban: 1, name: [0] },
  'Name,IBAN,Reference': { iban: 1, name: [0], reference: 2 },
  'IBAN,Name,Reference,Note': { iban: 0, name: [1], reference: 2, note: 3 },
  'No,Name,IBAN': { iban: 2, name: [1] },
  'Reference,Note,IBAN,Name': { reference: 0, note: 1, iban: 2, name: [3] },
  'IBAN,First name,Last name': { iban: 0, name: [1, 2] },
}

/** One row under a header, separated by commas or semicolons, checked with an optional edit. */
function rowOf(header: string, line: string, edit?: RowEdit) {
  const delimiter = line.includes(';') ? ';' : ','
  const table = readTable(bytes(lines(header.replaceAll(',', delimiter), line)), { delimiter, headerRow: 1 })
  if ('problem' in table) throw new Error(table.problem)
  const map = { iban: null, name: [], instead: [], reference: null, note: null, ...COLUMNS[header] }
  const record = table.records[0] as Rec
  const row = checkRow(record, map, table.headers.length, edit)
  return { row, fixes: fixesFor(row, rawCells(record, map, edit)) }
}

const codes = (row: ReturnType<typeof rowOf>['row']) => row.problems.map(({ code }) => code)

test.each([
  ['IBAN,Name', `${FR},Nord, Sud & Fils`, { name: 'Nord, Sud & Fils' }],
  ['IBAN,Name', `${FR},Nord,Sud,Est`, { name: 'Nord,Sud,Est' }],
  ['IBAN,Name', `${FR};Nord; Sud & Fils;;`, { name: 'Nord; Sud & Fils' }],
  [
    'Name,IBAN',
    `Nord, Sud & Fils,${groupIban(FR, ' ')}`,
    { name: 'Nord, Sud & Fils', iban: groupIban(FR, ' ') },
  ],
  ['Name,IBAN,Reference', `Nord, Sud,${FR},R-1`, { name: 'Nord, Sud', iban: FR, reference: 'R-1' }],
  ['Name,IBAN,Reference', `Nord; Sud;${FR};`, { name: 'Nord; Sud', iban: FR, reference: '' }],
  [
    'IBAN,Name,Reference,Note',
    `${FR},Nord, Sud,R-1,old`,
    { name: 'Nord, Sud', reference: 'R-1', note: 'old' },
  ],
  ['No,Name,IBAN', `7,Nord, Sud,${FR}`, { name: 'Nord, Sud', iban: FR }],
])('%s: %s is blocked, its complete name is suggested, and fixes the row', (header, line, edit) => {
  const { row, fixes } = rowOf(header, line)
  expect(codes(row)).toContain('columns')
  expect(fixes).toEqual([{ kind: 'columns', edit }])
  expect(rowOf(header, line, fixes[0]?.edit).row).toMatchObject({
    ...{ iban: FR, name: edit.name, problems: [] },
    reference: ('reference' in edit && edit.reference) || undefined,
  })
})

test.each([
  ['IBAN,Name,Reference,Note', `${FR},Nord,Sud,R-1,old`],
  ['IBAN,Name,Reference,Note', `${FR},Nord,R-1,old, very old`],
  ['IBAN,Name,Reference,Note', `${FR},Nord, Sud, R-1,old`],
  ['No,Name,IBAN', `7,Nord,Sud,${FR}`],
  ['IBAN,First name,Last name', `${FR},Anna,Rossi, Bianchi`],
  ['IBAN,Name', `DE00,Nord, Sud`],
  ['Name,IBAN', `Nord, Sud,${FR},more`],
  ['Name,IBAN,Reference', `Anna,,${DE},more`],
])('%s: %s is blocked, and nothing is suggested because it is ambiguous', (header, line) => {
  const { row, fixes } = rowOf(header, line)
  expect(codes(row)).toContain('columns')
  expect(fixes).toEqual([])
})

test('a reference and a note before a cut name stay as they are', () => {
  expect(rowOf('Reference,Note,IBAN,Name', `R-1,old,${FR},Nord, Sud`).fixes).toEqual([
    { kind: 'columns', edit: { name: 'Nord, Sud' } },
  ])
})

test('a name before an IBAN in its column is complete, whatever follows: a warning', () => {
  expect(rowOf('Name,IBAN', `Nord,${FR},paid`).row).toMatchObject({ problems: [], warnings: ['columns'] })
})

test('empty cells at the end don’t count as surplus', () => {
  expect(rowOf('IBAN,Name', `${FR},Nord, ,`).row).toMatchObject({ problems: [], warnings: [] })
})

test('a corrected IBAN does not resolve a cut name; a name that was typed or kept does', () => {
  const line = `Nord, Sud,${FR}`
  expect(codes(rowOf('Name,IBAN', line, { iban: FR }).row)).toEqual(['columns'])
  expect(rowOf('Name,IBAN', line, { iban: FR, name: 'Nord' }).row).toMatchObject({
    problems: [],
    warnings: [],
  })
})

test('a quoted name and a surplus column with a known meaning are not cut names', () => {
  expect(rowOf('IBAN,Name', `${FR},"Nord, Sud"`).row).toMatchObject({ name: 'Nord, Sud', problems: [] })
  COLUMNS['IBAN,Name,'] = { iban: 0, name: [1], note: 3 }
  expect(codes(rowOf('IBAN,Name,', `${FR},Nord,,old`).row)).toEqual([])
})

test('the file itself is unchanged: only cells are added after the row', () => {
  const file = bytes(lines('IBAN,Name', `${FR},Nord, Sud`, `${DE},Anna`))
  const pieces = [...annotateFile(file, {}, (number) => [`r${number}`], ['Result'])]
  expect(Buffer.concat(pieces).toString()).toBe(
    lines('IBAN,Name,,Result', `${FR},Nord, Sud,r1`, `${DE},Anna,,r2`),
  )
})

test.each([
  ['IBAN,Name', (name: string) => `${FR},${name}`],
  ['Name,IBAN', (name: string) => `${name},${FR}`],
  ['Name,IBAN,Reference', (name: string) => `${name},${FR},R-1`],
  ['Nom du fournisseur;IBAN;Référence', (name: string) => `${name.replace(',', ';')};${FR};`],
])(
  '%s: the columns are found although every name is cut, and no part of a name is sent',
  (header, lineOf) => {
    const names = ['Dupont, Jean', 'Rossi, Anna', 'Bauer, Uwe', 'Petit, Lea']
    const table = readTable(bytes(lines(header, ...names.map(lineOf))))
    if ('problem' in table) throw new Error(table.problem)
    const map = guessColumns(table)
    const { rows } = checkRows(table, map)
    const fixed = rows.map((row, i) => fixesFor(row, rawCells(table.records[i] as Rec, map))[0]?.edit?.name)
    expect(fixed.map((name) => name?.replace(';', ','))).toEqual(names)
  },
)

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readTable } from '@/lib/tables/read/read'
import { checkRows } from '@/lib/tables/testing/lists'
import { compareRows } from './compare'

const [PAID, ASKED] = ['FR7630006000011234567890189', 'FR7630003036200002021690750']
const bytesOf = (text: string) => new TextEncoder().encode(text)
const TABLE = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 }
const MAP = { iban: 0, name: [1], instead: [] }
const MOREAU = 'Ateliers Moreau SARL'
const AT = '2026-03-02T10:00:00.000Z'

type Row = { row: number; iban: string | null; name: string | null; result: string; edited?: boolean }
type PackFields = { table?: object; map?: object; comparison?: object | null; fileHash?: string }

/** The files of a pack with this source and these rows. */
function packOf(source: Uint8Array, rows: Row[], given: PackFields = {}): Map<string, Uint8Array> {
  const {
    table = TABLE,
    map = MAP,
    comparison = { at: AT, edited: rows.filter((row) => row.edited).length },
  } = given
  const fileHash = given.fileHash ?? createHash('sha256').update(source).digest('hex')
  const record = { upload: { comparison }, fileHash, reading: { table, map } }
  return new Map([
    ['record.json', bytesOf(JSON.stringify(record))],
    ['source/payees.csv', source],
    ['rows.jsonl', bytesOf(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))],
  ])
}
const row = (number: number, iban: string, name: string, edited = false): Row => ({
  ...{ row: number, iban, name, edited },
  result: 'match',
})

describe('the rows of a pack against its source', () => {
  const source = bytesOf(
    `IBAN;Name\r\n${PAID};Ateliers Moreau SARL\r\n"fr76 3000-3036";"Ann ""A"";\r\nLee"\r\nx;y\r\n`,
  )

  it('match when each is the file’s, cleaned, or marked as edited', async () => {
    const rows = [
      row(1, PAID, 'Ateliers  Moreau-SARL'),
      row(2, 'FR7630003036', 'Ann "A"; Lee'),
      { ...row(3, '', ''), result: 'not_sent' },
    ]
    expect(await compareRows(packOf(source, rows))).toEqual({
      how: 'read',
      rows: 2,
      edited: [],
      unexplained: [],
    })
    const edited = [rows[0] as Row, row(2, ASKED, 'Ann', true)]
    expect(await compareRows(packOf(source, edited))).toMatchObject({ how: 'read', edited: [2] })
  })

  it('match when the file has its accents as signs of their own, which cleaning joins', async () => {
    const apart = bytesOf(`IBAN;Name\r\n${PAID};Zoe\u0308 Sa\u0301nchez\r\n`)
    expect(await compareRows(packOf(apart, [row(1, PAID, 'Zo\u00eb S\u00e1nchez')]))).toMatchObject({
      how: 'read',
    })
  })

  it('match when the word IBAN occurs more than once, which cleaning removes', async () => {
    const twice = bytesOf(`IBAN;Name\r\nIBAN IBAN: ${PAID};Ann\r\n`)
    expect(await compareRows(packOf(twice, [row(1, PAID, 'Ann')]))).toMatchObject({ how: 'read', rows: 1 })
  })

  it("don't match when another account was checked than the one in the file", async () => {
    const doubt = { kind: 'row_differs', path: 'rows.jsonl', row: 1 }
    expect(await compareRows(packOf(source, [row(1, ASKED, MOREAU)]))).toEqual(doubt)
    expect(await compareRows(packOf(source, [row(1, PAID, 'Ateliers Morel SARL')]))).toEqual(doubt)
    expect(await compareRows(packOf(source, [row(9, PAID, MOREAU)]))).toMatchObject({ row: 9 })
  })

  it("don't match when the source is another file, or the edited rows aren't those of the record", async () => {
    const rows = [row(1, PAID, MOREAU, true)]
    expect(await compareRows(packOf(source, rows, { fileHash: '0' }))).toMatchObject({ kind: 'source_other' })
    const other = { comparison: { at: AT, edited: 2 } }
    expect(await compareRows(packOf(source, rows, other))).toMatchObject({ kind: 'edited_count' })
  })

  it('from before rows were compared are reported, not rejected', async () => {
    const given = { comparison: { at: null, edited: 1 } }
    const rows = [row(1, ASKED, MOREAU)]
    expect(await compareRows(packOf(source, rows, given))).toMatchObject({ how: 'read', unexplained: [1] })
  })

  it('of an upload stopped because of a difference use the installation’s result: edited rows were not counted', async () => {
    const comparison = { at: AT, edited: 0, problem: 'row_differs', row: 2, field: 'name' }
    const rows = [row(1, ASKED, 'Ann', true), row(2, ASKED, 'Bob')].map((one) => ({
      ...one,
      result: 'not_sent',
    }))
    expect(await compareRows(packOf(source, rows, { comparison }))).toMatchObject({ how: 'read', rows: 0 })
  })

  it('that reuse an earlier check are compared too', async () => {
    const known = (iban: string) => ({ ...row(1, iban, MOREAU), result: 'not_sent', reason: 'known_match' })
    expect(await compareRows(packOf(source, [known(PAID)]))).toMatchObject({ how: 'read', rows: 1 })
    expect(await compareRows(packOf(source, [known(ASKED)]))).toMatchObject({ kind: 'row_differs', row: 1 })
  })

  it('of a workbook use the installation’s result; without source, comparison or marks there is no result', async () => {
    const rows = [row(1, ASKED, 'Ann', true)]
    const workbook = { table: { ...TABLE, format: 'workbook' } }
    expect(await compareRows(packOf(source, rows, workbook))).toMatchObject({ how: 'office', edited: [1] })
    expect(await compareRows(packOf(source, rows, { comparison: null }))).toBeNull()
    const { edited: _, ...bare } = rows[0] as Row
    expect(await compareRows(packOf(source, [bare]))).toBeNull()
    expect(await compareRows(packOf(source, rows, { table: undefined, map: undefined }))).not.toBeNull()
    expect(await compareRows(new Map())).toBeNull()
  })
})

const corpus = new URL('../../tables/testing/corpus/', import.meta.url)
const { files } = JSON.parse(readFileSync(new URL('manifest.json', corpus), 'utf8')) as {
  files: { file: string }[]
}

test.each(files)('the page parses $file like the server', async ({ file }) => {
  const bytes = new Uint8Array(readFileSync(new URL(file.replace('csv/', ''), corpus)))
  const table = readTable(bytes)
  if ('problem' in table) throw new Error(table.problem)
  const map = guessColumns(table)
  const rows = Array.from(checkRows(table, map).rows)
  const sent = rows.filter(({ problems }) => problems.length === 0)
  const { format, encoding, delimiter, headerRow } = table
  const pack = packOf(
    bytes,
    sent.map(({ number, iban, name }) => row(number, iban, name)),
    { table: { format, encoding, delimiter, headerRow }, map },
  )
  expect(await compareRows(pack)).toEqual({ how: 'read', rows: sent.length, edited: [], unexplained: [] })
})

test('the page skips the rows that the server skips as blank', async () => {
  const text = `IBAN;Name\r\n="";=""\r\n="${PAID}";="Ateliers Moreau SARL"\r\n`
  const table = readTable(bytesOf(text))
  if ('problem' in table) throw new Error(table.problem)
  expect(table.records).toHaveLength(1)
  expect(await compareRows(packOf(bytesOf(text), [row(1, PAID, MOREAU)]))).toMatchObject({
    how: 'read',
    rows: 1,
  })
})

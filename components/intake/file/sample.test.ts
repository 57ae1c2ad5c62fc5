import { describe, expect, it } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import { checkRows } from '@/lib/tables/testing/lists'
import { PAYEES, sampleCsv, samplePayments, sampleXlsx } from './sample'

async function read(blob: Blob) {
  const table = readFile(new Uint8Array(await blob.arrayBuffer()))
  if ('problem' in table) throw new Error(table.problem)
  const { rows } = checkRows(table, guessColumns(table))
  return { rows, good: rows.filter(({ problems }) => problems.length === 0) }
}
const pairs = (rows: { name: string; iban: string }[]) => rows.map(({ name, iban }) => [name, iban])
const payees = PAYEES.map(([name, iban]) => [name, iban])

describe('the sample files', () => {
  it('show in the list each problem that the third step mends, and a row that stands there twice', async () => {
    const { rows, good } = await read(sampleCsv())
    expect(rows.flatMap(({ problems }) => problems.map(({ code }) => code)).sort()).toEqual([
      'iban_checksum',
      'iban_length',
      'iban_structure',
      'name_required',
    ])
    expect(pairs(good)).toEqual([...payees, payees[1]])
  })

  it('need no mending in the workbook', async () => {
    const { rows, good } = await read(await sampleXlsx())
    expect(good).toHaveLength(rows.length)
    expect(pairs(good)).toEqual(payees)
  })

  it('give the transfers of the payment file', async () => {
    const { rows, good } = await read(samplePayments())
    expect(good).toHaveLength(rows.length)
    expect(pairs(good)).toEqual(payees.slice(0, 5))
  })
})

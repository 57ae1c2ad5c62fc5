import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import { checkRows } from '@/lib/tables/testing/lists'
import { encode } from '@/lib/tables/text/encoding'

type Truth = { transactions: number; valid: number; invalid: number; duplicates?: number }
const folder = new URL('../testing/pain001/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Record<string, Truth>

const run = (bytes: Uint8Array) => {
  const table = readFile(bytes)
  if ('problem' in table) throw new Error(`${table.problem} in line ${table.line}`)
  return { table, ...checkRows(table, guessColumns(table)) }
}
const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(file, folder)))
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const utf8 = (text: string) => new TextEncoder().encode(text)

describe.each(Object.entries(manifest))('%s', (file, truth) => {
  test('has exactly the counts of the manifest', () => {
    const { counts, table } = run(bytesOf(file))
    expect({
      transactions: counts.data,
      valid: counts.valid,
      invalid: counts.invalid,
      ...(truth.duplicates !== undefined && { duplicates: counts.duplicates }),
    }).toEqual({
      transactions: truth.transactions,
      valid: truth.valid,
      invalid: truth.invalid,
      ...(truth.duplicates !== undefined && { duplicates: truth.duplicates }),
    })
    expect(table.format).toBe('payments')
  })

  test('never has the debtor as a payee', () => {
    const { rows } = run(bytesOf(file))
    expect(rows.every(({ name }) => name !== 'Démo SAS')).toBe(true)
  })
})

describe('a payment file', () => {
  const file = 'pain.001.001.09_problems.xml'

  test('gives the same rows with any namespace prefix', () => {
    const [plain, prefixed] = ['pain.001.001.09.xml', 'pain.001.001.09_prefixed.xml'].map((name) =>
      run(bytesOf(name)).rows.map(({ iban, name, reference }) => [iban, name, reference]),
    )
    expect(prefixed).toEqual(plain)
  })

  test('reports an account that is not an IBAN as another account', () => {
    const { rows } = run(bytesOf(file))
    expect(rows[6]?.problems).toMatchObject([{ field: 'iban', hint: 'other_account' }])
    expect(rows[0]).toMatchObject({ reference: 'E00', name: 'Boulangerie Martin & Fils SARL' })
  })

  test('gives the same rows in another encoding', () => {
    const xml = textOf('pain.001.001.03.xml').replace('UTF-8', 'ISO-8859-1').replaceAll('’', "'")
    const expected = run(utf8(xml.replace('ISO-8859-1', 'UTF-8'))).rows
    expect(run(encode(xml, 'windows-1252')).rows).toEqual(expected)
  })

  test('reports declared numbers and sums that are wrong, exactly', () => {
    const xml = textOf(file)
    expect(run(utf8(xml)).table.notes).toEqual([])
    const wrong = xml
      .replace('<NbOfTxs>8</NbOfTxs>', '<NbOfTxs>9</NbOfTxs><CtrlSum>92.00</CtrlSum>')
      .replace('<PmtMtd>TRF</PmtMtd>', '<PmtMtd>TRF</PmtMtd><NbOfTxs>4</NbOfTxs><CtrlSum>46.01</CtrlSum>')
    expect(run(utf8(wrong)).table.notes).toEqual([
      { code: 'count_differs', batch: null, declared: '9', found: '8' },
      { code: 'sum_differs', batch: 'B0', declared: '46.01', found: '46.00' },
    ])
  })

  test('reports execution dates that no calendar has, once each', () => {
    const dates = ['2026-02-30', '31/02/2026', '2026-02-30', '0000-01-01', 'tomorrow', '2026-02-28+01:00']
    const batches = dates.map(
      (date) =>
        `<PmtInf><ReqdExctnDt><Dt>${date}</Dt></ReqdExctnDt><CdtTrfTxInf><Cdtr><Nm>Jean</Nm></Cdtr></CdtTrfTxInf></PmtInf>`,
    )
    const xml = `<Document><CstmrCdtTrfInitn><GrpHdr/>${batches.join('')}</CstmrCdtTrfInitn></Document>`
    expect(run(utf8(xml)).table.notes).toEqual([
      { code: 'dates_unreadable', dates: ['2026-02-30', '31/02/2026', '0000-01-01', 'tomorrow'] },
    ])
  })

  test('ignores ultimate creditors, agents and their accounts', () => {
    const xml = textOf('pain.001.001.09.xml').replaceAll(
      '<Cdtr>',
      '<CdtrAgtAcct><Id><IBAN>DE00</IBAN></Id></CdtrAgtAcct><UltmtCdtr><Nm>Somebody else</Nm></UltmtCdtr><Cdtr>',
    )
    expect(run(utf8(xml)).rows).toEqual(run(bytesOf('pain.001.001.09.xml')).rows)
  })

  test.each([
    ['a direct debit', '<Document><CstmrDrctDbtInitn/></Document>', 'payments_other'],
    ['other XML', '<?xml version="1.0"?><html></html>', 'header_not_found'],
    [
      'a credit transfer of Italian banks (CBI)',
      '<?xml version="1.0"?><CBIPaymentRequest><PmtInf><CdtTrfTxInf/></PmtInf></CBIPaymentRequest>',
      'payments_other',
    ],
    ['no transaction', '<Document><CstmrCdtTrfInitn></CstmrCdtTrfInitn></Document>', 'file_empty'],
    ['a truncated file', textOf(file).slice(0, 2000), 'payments_broken'],
    [
      'entities',
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x">]><Document><CstmrCdtTrfInitn>&e;</CstmrCdtTrfInitn></Document>`,
      'header_not_found',
    ],
  ])('%s is refused', (_, xml, problem) => {
    expect(readFile(utf8(xml))).toMatchObject({ problem })
  })
})

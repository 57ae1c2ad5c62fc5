import { describe, expect, test } from 'vitest'
import { makeWorkbook, type TestCell } from '@/lib/tables/testing/make-workbook'
import { cutFile } from './cut-file'
import type { CutFiles, CutPlan } from './line'
import { verifyCut } from './verify-cut'

const DE = 'DE89370400440532013000'
const TABLE = { format: 'payments' } as const
const MAP = { iban: 2, name: [1], instead: [], reference: 0, note: null }
const PLAN: CutPlan = {
  ...{ released: [1], gone: [], names: [], nameCap: 70, at: '2026-11-24T18:40:12Z' },
  messageIds: { released: 'M1-R1', held: 'M1-H1' },
}

const paid = (id: string, amount: string, name = 'Ann') =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt>${amount}</Amt><Cdtr>${name === '' ? '<Nm a="1" />' : `<Nm>${name}</Nm>`}</Cdtr></CdtTrfTxInf>`
const euros = (amount: string) => `<InstdAmt Ccy="EUR">${amount}</InstdAmt>`
const file = (orders: string, totals = '', after = '') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-12T10:15:00Z</CreDtTm>${totals}</GrpHdr><PmtInf><PmtInfId>P1</PmtInfId>${orders}</PmtInf></CstmrCdtTrfInitn>${after}</Document>`
const bytes = (text: string) => new TextEncoder().encode(text)
const text = (part: CutFiles['released'] | undefined) => new TextDecoder().decode(part?.bytes)

function cut(xml: string, plan: Partial<CutPlan> = {}): CutFiles {
  const parts = cutFile(bytes(xml), TABLE, MAP, { ...PLAN, ...plan })
  if ('problem' in parts || 'whole' in parts) throw new Error(JSON.stringify(parts))
  return parts
}

test('when all lines are released, only the MsgId and CreDtTm of the file change', () => {
  const xml = file(
    paid('E1', euros('1')) + paid('E2', euros('2')),
    '<NbOfTxs> 02</NbOfTxs><CtrlSum>+3.000</CtrlSum>',
  )
  const { released, held } = cut(xml, { released: [1, 2] })
  expect(text(released)).toBe(
    xml.replace('>M1<', '>M1-R1<').replace('2026-03-12T10:15:00Z', '2026-11-24T18:40:12Z'),
  )
  expect(held).toBeNull()
})

test('held lines without an IBAN, by cheque or of an equivalent amount are in the held file and in its sums', () => {
  const equivalent = '<EqvtAmt><Amt Ccy="TND">2.005</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt>'
  const unreadable = euros('many')
  const xml = file(
    paid('E1', euros('1.5')) + paid('E2', equivalent) + paid('E3', unreadable),
    '<NbOfTxs>3</NbOfTxs><CtrlSum>3.505</CtrlSum>',
  )
  const { released, held, original } = cut(xml)
  expect(released).toMatchObject({ lines: 1, sums: { EUR: '1.5' } })
  expect(held).toMatchObject({ lines: 2, sums: { TND: '2.005' } })
  expect(original).toEqual({ lines: 3, sums: { TND: '2.005', EUR: '1.5' } })
  expect(text(released)).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>1.500</CtrlSum>')
  expect(text(held)).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>2.005</CtrlSum>')
})

test('corrected names are written in released lines only, and shortened ones are reported as written', () => {
  const orders = paid('E1', euros('1'), '') + paid('E2', euros('1'), 'Ben') + paid('E3', euros('1'), 'Cid')
  const { released, held, shortened } = cut(file(orders), {
    released: [1, 3],
    names: [
      [1, 'Ann Lee Long'],
      [2, 'Benjamin'],
      [3, 'Cid Diaz'],
    ],
    nameCap: 8,
  })
  expect(text(released)).toContain('<Cdtr><Nm a="1">Ann Lee</Nm></Cdtr>')
  expect(text(released)).toContain('<Cdtr><Nm>Cid Diaz</Nm></Cdtr>')
  expect(text(held)).toContain('<Cdtr><Nm>Ben</Nm></Cdtr>')
  expect(shortened).toEqual([[1, 'Ann Lee']])
})

test('changed MsgIds and PmtInfIds have at most 35 characters and stay unique', () => {
  const long = 'P'.repeat(34)
  const one = file(paid('E1', euros('1')) + paid('E2', euros('1'))).replace('>P1<', `>${long}1<`)
  const more = `<PmtInf><PmtInfId>${long}2</PmtInfId>${paid('E3', euros('1'))}</PmtInf>`
  const held = text(cut(one.replace('</CstmrCdtTrfInitn>', `${more}</CstmrCdtTrfInitn>`)).held)
  expect(held).toContain(`<PmtInfId>${'P'.repeat(32)}-H1</PmtInfId>`)
  expect(held).toContain(`<PmtInfId>${'P'.repeat(30)}-H1.2</PmtInfId>`)
})

test('a file with a signature, or in a container with hashes, is not split', () => {
  const signature = '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'
  const hashed = `<conxml><MsgPain001><HashValue>ab</HashValue>${file(paid('E1', euros('1')))}</MsgPain001></conxml>`
  for (const xml of [file(paid('E1', euros('1')), '', signature), hashed]) {
    expect(cutFile(bytes(xml), TABLE, MAP, PLAN)).toEqual({ whole: 'signature' })
  }
})

test.each([
  ['a number', paid('E1', euros('1')), '<NbOfTxs>2</NbOfTxs>'],
  ['a sum', paid('E1', euros('9001')), '<NbOfTxs>1</NbOfTxs><CtrlSum>1.00</CtrlSum>'],
  ['the number of a batch', `<NbOfTxs>2</NbOfTxs>${paid('E1', euros('1'))}`, ''],
  ['the sum of a batch', `<CtrlSum>2</CtrlSum>${paid('E1', euros('1'))}`, '<CtrlSum>1</CtrlSum>'],
  [
    'a sum with an amount that can’t be read',
    paid('E1', euros('1')) + paid('E2', euros('1,00')),
    '<CtrlSum>2</CtrlSum>',
  ],
  ['a sum that can’t be read', paid('E1', euros('1')), '<CtrlSum>one</CtrlSum>'],
])('a file that declares another total than it contains is not split: %s', (_, orders, totals) => {
  expect(cutFile(bytes(file(orders, totals)), TABLE, MAP, PLAN)).toEqual({ whole: 'totals_differ' })
})

test('a file that is not a payment file is refused with the problem of its reader', () => {
  expect(cutFile(bytes('<Document><BkToCstmrStmt/></Document>'), TABLE, MAP, PLAN)).toEqual({
    problem: 'payments_other',
    line: 1,
    element: 'BkToCstmrStmt',
  })
})

test.each<[string, Partial<CutPlan>]>([
  ['a line that the file does not have', { released: [9] }],
  ['a line before the first one', { released: [0] }],
  ['a line twice', { released: [1], gone: [1] }],
])('a plan with %s throws an error', (_, plan) => {
  expect(() => cut(file(paid('E1', euros('1'))), plan)).toThrow(/line/)
})

const xml = file(
  paid('E1', euros('1.10')) + paid('E2', euros('2'), 'Ben') + paid('E3', euros('3')),
  '<NbOfTxs>3</NbOfTxs><CtrlSum>6.10</CtrlSum>',
)
const changed = (part: 'released' | 'held', from: string, to: string) => (parts: CutFiles) => {
  const written = text(parts[part])
  if (!written.includes(from)) throw new Error(`${from} is not in it`)
  const found = parts[part]
  return { ...parts, [part]: found && { ...found, bytes: bytes(written.replace(from, to)) } }
}

test.each<[string, (parts: CutFiles) => CutFiles, string]>([
  ['an amount that changed', changed('released', '1.10</I', '1.11</I'), 'line 1 has changed'],
  ['a line replaced by another', changed('held', '>E2<', '>E1<'), 'line 2 has changed'],
  ['a name that changed', changed('held', 'Ben', 'Bob'), 'line 2 has the wrong name'],
  ['an extra line', changed('released', '</PmtInf>', `${paid('E2', euros('2'))}</PmtInf>`), 'extra lines: 1'],
  ['a wrong declared sum', changed('held', '5.00', '5.01'), 'a declared total is wrong'],
  ['a wrong declared number', changed('held', '<NbOfTxs>2', '<NbOfTxs>3'), 'a declared total is wrong'],
  ['a file that can’t be read', changed('released', '</GrpHdr>', '</GrpHd>'), 'file is not readable'],
  ['a missing file', (parts) => ({ ...parts, held: null }), 'is off by'],
  [
    'numbers of lines that are wrong in both parts',
    (parts) => ({
      ...parts,
      released: parts.released && { ...parts.released, lines: 2 },
      held: parts.held && { ...parts.held, lines: 1 },
    }),
    'the number of lines is wrong',
  ],
  [
    'sums that are wrong in the original and in its parts',
    (parts) => ({
      ...parts,
      released: parts.released && { ...parts.released, sums: { EUR: '2.10' } },
      held: parts.held && { ...parts.held, sums: { EUR: '4.00' } },
    }),
    'the sums are wrong',
  ],
])('verification finds %s', (_, spoil, fault) => {
  const was = { bytes: bytes(xml), table: TABLE, map: MAP, plan: PLAN }
  const parts = cut(xml)
  expect(verifyCut(was, parts)).toBeNull()
  expect(verifyCut(was, spoil(parts))).toContain(fault)
})

test('verification refuses parts with right totals of an original that declares others', () => {
  const altered = xml.replace('>3</InstdAmt>', '>9003</InstdAmt>')
  const parts = cut(altered.replace('<CtrlSum>6.10', '<CtrlSum>9006.10'))
  const was = { bytes: bytes(altered), table: TABLE, map: MAP, plan: PLAN }
  expect(verifyCut(was, parts)).toBe('the original declares other totals than it contains')
})

describe('a table', () => {
  const csv = bytes('IBAN;Name;Amount\nDE89370400440532013000;Ann;1,10\nDE89370400440532013000;Ben;2,20\n')
  const table = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
  const map = { ...MAP, iban: 0, reference: null, amount: 2, currencyCode: 'EUR', decimal: ',' } as const
  const plan: CutPlan = { ...PLAN, names: [[1, 'Anna']] }
  const columns = { ...map, name: [...MAP.name], instead: [] }

  test('is split into parts that are verified like those of a pain.001', () => {
    const parts = cutFile(csv, table, columns, plan)
    if (!('released' in parts)) throw new Error(JSON.stringify(parts))
    const was = { bytes: csv, table, map: columns, plan }
    expect(text(parts.released)).toContain('Anna;1,10')
    expect(verifyCut(was, parts)).toBeNull()
    expect(verifyCut(was, changed('held', 'Ben', 'Bob')(parts))).toContain('line 2 has changed')
    expect(verifyCut(was, { ...parts, held: parts.held && { ...parts.held, bytes: csv } })).toContain(
      'line 2 has changed',
    )
  })

  test('of numbers and texts has exact sums in its parts, where a number stays one', () => {
    const dinars = { ...columns, currencyCode: 'TND' }
    const rows = ['1.234,50', { number: '12.345' }, { number: '99.5' }].map((amount) => [DE, 'Ann', amount])
    const workbook = (list: TestCell[][]) =>
      makeWorkbook([{ name: 'Pay', rows: [['IBAN', 'Name', 'Amount'], ...list] }])
    const was = {
      ...{ bytes: workbook(rows), table: { format: 'workbook', headerRow: 1 } as const },
      ...{ map: dinars, plan: PLAN },
    }
    const parts = cutFile(was.bytes, was.table, dinars, PLAN)
    if (!('released' in parts)) throw new Error(JSON.stringify(parts))
    expect([parts.released?.sums, parts.held?.sums]).toEqual([{ TND: '1234.50' }, { TND: '111.845' }])
    expect(verifyCut(was, parts)).toBeNull()
    const texts = workbook(['12.345', '99.5'].map((amount) => [DE, 'Ann', amount])) as Uint8Array<ArrayBuffer>
    const spoiled = { ...parts, held: parts.held && { ...parts.held, bytes: texts } }
    expect(verifyCut(was, spoiled)).toBe('line 2 has changed (held)')
  })

  test('that is empty is refused', () => {
    expect(cutFile(bytes(''), table, columns, plan)).toEqual({ problem: 'file_empty' })
  })
})

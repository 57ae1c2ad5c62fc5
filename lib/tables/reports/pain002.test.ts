import { strToU8 } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { makeReport } from '@/lib/tables/testing/make-report'
import { readBankReport } from './read-report'

const XML = makeReport({
  counts: [{ code: 'RCVC', lines: '1' }],
  batches: [{ id: 'P1', lines: [{ code: 'RCVC', endToEndId: 'E1', texts: ['Anna Rossi'] }] }],
})
const read = (xml: string) => readBankReport(strToU8(xml))

describe('an element within itself, which no schema allows,', () => {
  it.each(['OrgnlPmtInfAndSts', 'NbOfTxsPerSts', 'TxInfAndSts', 'CstmrPmtStsRpt'])('is read: %s', (name) => {
    const nested = XML.replace(`<${name}>`, '$&$&').replace(`</${name}>`, '$&$&')
    expect(nested).not.toBe(XML)
    expect(read(nested)).toMatchObject({ kind: 'pain002', notes: [] })
  })
})

test('a report keeps the time at which the bank made it', () => {
  expect(read(XML)).toMatchObject({ documents: [{ createdAt: '2026-03-30T10:00:00' }] })
})

test('a count that is lower than the listed lines of its code is noted', () => {
  const xml = XML.replace('<DtldNbOfTxs>1<', '<DtldNbOfTxs>0<')
  expect(read(xml)).toMatchObject({ notes: [{ code: 'count_differs', declared: 0, found: 1 }] })
})

test('a text of more than 64 KB is cut between two characters, and a note says so', () => {
  const report = read(XML.replace('Anna Rossi', `Anna ${'😀'.repeat(40_000)}`))
  expect(report).toMatchObject({ notes: [{ code: 'text_too_long', element: 'AddtlInf' }] })
  const [text = ''] = 'lines' in report ? (report.lines[0]?.texts ?? []) : []
  expect(text).toHaveLength(64 * 1024)
  expect(text.isWellFormed()).toBe(true)
})

import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { makeReport, type TestReport, type TestReportLine } from '@/lib/tables/testing/make-report'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { readBankReport } from './read-report'
import type { BankReport } from './report'

const IBAN = 'DE89370400440532013000'
const LEGEND = ['RVNM: no match', 'RVMC: close match', 'RCVC: match', 'RVNA: not applicable']
const LINES: TestReportLine[] = [
  { code: 'RCVC', endToEndId: 'E1', instructionId: 'I1', iban: IBAN, name: 'Anna Rossi', amount: '10.50' },
  {
    code: 'RVMC',
    endToEndId: 'E2',
    texts: ['"Müller & Söhne GmbH'],
    uetr: 'ABCDEF00-0000-4000-8000-000000000001',
  },
  { code: 'RVNA', endToEndId: 'E3', reason: 'AC01', texts: ['account closed'], remittance: 'Invoice 7' },
]
const REPORT: TestReport = {
  code: 'RVCM',
  legend: LEGEND,
  declared: '3',
  counts: [
    { code: 'RCVC', lines: '1', sum: '10.5' },
    { code: 'RVMC', lines: '1.0' },
    { code: 'RVNA', lines: '001' },
    { code: 'RVNM', lines: '0' },
  ],
  batches: [{ id: 'P1', code: 'RVMC', lines: LINES }],
}

function read(given: TestReport | string | Uint8Array): BankReport {
  const bytes =
    given instanceof Uint8Array ? given : strToU8(typeof given === 'string' ? given : makeReport(given))
  const report = readBankReport(bytes)
  if ('problem' in report) throw new Error(report.problem)
  return report
}
const problem = (bytes: Uint8Array | string) =>
  readBankReport(typeof bytes === 'string' ? strToU8(bytes) : bytes) as unknown

describe('a pain.002', () => {
  test('is read with its levels, counts, legend, and lines with every ID', () => {
    const report = read(REPORT)
    expect(report).toMatchObject({ kind: 'pain002', about: 'vop', legend: LEGEND, notes: [] })
    expect(report.documents).toMatchObject([
      { messageId: 'BANK-1', originalMessageId: 'RUN-1', version: 'pain.002.001.10', complete: true },
    ])
    expect(report.documents[0]?.levels).toMatchObject([
      {
        batchId: null,
        messageId: 'RUN-1',
        code: 'RVCM',
        lines: 3,
        counts: [{ lines: 1 }, { lines: 1 }, { lines: 1 }, { lines: 0 }],
      },
      { batchId: 'P1', code: 'RVMC', counts: [] },
    ])
    expect(report.lines).toMatchObject([
      {
        position: 1,
        code: 'RCVC',
        messageId: 'RUN-1',
        batchId: 'P1',
        endToEndId: 'E1',
        instructionId: 'I1',
        iban: IBAN,
        name: 'Anna Rossi',
        amount: '10.50',
        currency: 'EUR',
      },
      {
        code: 'RVMC',
        bankName: 'Müller & Söhne GmbH',
        texts: ['"Müller & Söhne GmbH'],
        uetr: 'abcdef00-0000-4000-8000-000000000001',
      },
      {
        code: 'RVNA',
        reasonCode: 'AC01',
        texts: ['account closed'],
        bankName: null,
        remittance: 'Invoice 7',
      },
    ])
  })

  test.each(['02', '03', '09', '10', '12', '14'])('is read in version .%s', (number) => {
    const version = `pain.002.001.${number}`
    const report = read({ ...REPORT, version })
    expect(report.documents[0]?.version).toBe(version)
    expect(report.lines.map(({ code }) => code)).toEqual(['RCVC', 'RVMC', 'RVNA'])
    expect(report.lines[0]?.name).toBe('Anna Rossi')
  })

  test.each([null, '', 'p', 'ns0.x-1'])('gives the same lines with the namespace prefix %j', (prefix) => {
    expect(read({ ...REPORT, prefix }).lines).toEqual(read(REPORT).lines)
  })

  test('gives the same lines with its elements in the opposite order', () => {
    const report = read({ ...REPORT, shuffle: (list) => list.toReversed() })
    const byEndToEnd = (a: { endToEndId: string | null }, b: { endToEndId: string | null }) =>
      String(a.endToEndId).localeCompare(String(b.endToEndId))
    const without = ({ lines }: BankReport) => lines.map(({ position: _, ...line }) => line).sort(byEndToEnd)
    expect(without(report)).toEqual(without(read(REPORT)))
  })

  test('is read without PmtInf levels, with its lines directly below the group', () => {
    const xml = makeReport({ batches: [{ lines: LINES }] }).replace(/<\/?OrgnlPmtInfAndSts>/g, '')
    expect(read(xml).lines).toMatchObject([{ batchId: null, messageId: 'RUN-1' }, {}, {}])
  })

  test('that only reports accepted payments is not a report about names', () => {
    const batches = [{ code: 'ACTC', lines: [{ code: 'PDNG', endToEndId: 'E1' }] }]
    expect(read({ version: 'pain.002.001.03', code: 'PART', batches }).about).toBe('status')
    expect(read({ code: 'PDNG', batches: [{ lines: [{ code: 'PDNG' }] }] }).about).toBe('status')
    expect(read({ code: 'PDNG', legend: LEGEND, batches: [{ lines: [{ code: 'PDNG' }] }] }).about).toBe('vop')
  })

  test('keeps unknown codes, and notes counts that don’t agree', () => {
    const report = read({ ...REPORT, declared: '4', batches: [{ lines: [{ code: 'XYZQ' }] }] })
    expect(report.lines).toMatchObject([{ code: 'XYZQ' }])
    expect(report.notes).toEqual([{ code: 'count_differs', declared: 4, found: 3 }])
  })
})

describe('the name at a close match', () => {
  const nameOf = (...texts: string[]) =>
    read({ legend: LEGEND, batches: [{ lines: [{ code: 'RVMC', texts }] }] }).lines[0]
  const full = `${'Compagnie '.repeat(10)}abcd `

  test('is continued, with its spaces, after a piece of exactly 105 characters', () => {
    expect(full).toHaveLength(105)
    expect(nameOf(full, 'des Eaux')).toMatchObject({ bankName: `${full}des Eaux`, texts: [full, 'des Eaux'] })
  })
  test.each(['"ACME" Trading', '„Haus“ Müller "GmbH"', '"ACME"', 'Trading "ACME"'])(
    'keeps its quotation marks: %s',
    (name) => {
      expect(nameOf(name)?.bankName).toBe(name)
    },
  )
  test('is null if there are several shorter texts', () => {
    expect(nameOf('Anna', 'Rossi')).toMatchObject({ bankName: null, texts: ['Anna', 'Rossi'] })
  })
  test('is null if the text is in the legend or explains a code', () => {
    expect(nameOf('RVMC: close match')?.bankName).toBeNull()
    expect(nameOf('RVMC the name is similar')?.bankName).toBeNull()
  })
  test('is null for all codes but that of a close match', () => {
    const batches = [{ lines: [{ code: 'RVNM', texts: ['Anna Rossi'] }] }]
    expect(read({ batches }).lines).toMatchObject([{ bankName: null, texts: ['Anna Rossi'] }])
  })
})

describe('a report in UTF-16', () => {
  const xml = makeReport(REPORT).replace(/encoding="[^"]*"/, 'encoding="UTF-16"')
  const wide = (text: string, order: 'le' | 'be') => {
    const bytes = Buffer.from(text, 'utf16le')
    return new Uint8Array(order === 'le' ? bytes : bytes.swap16())
  }

  test.each(['le', 'be'] as const)('%s is read with a byte order mark and without', (order) => {
    const expected = { about: 'vop', lines: [{ endToEndId: 'E1' }, { bankName: 'Müller & Söhne GmbH' }, {}] }
    expect(read(wide(`\ufeff${xml}`, order))).toMatchObject(expected)
    expect(read(wide(xml, order))).toMatchObject(expected)
    expect(read(zipSync({ 'a.xml': wide(xml, order) }))).toMatchObject(expected)
  })
  test('is read up to an incomplete character at its end', () => {
    const bytes = wide(xml, 'le')
    const at = 2 * xml.indexOf('RVNA</TxSts>') + 1
    expect(read(bytes.subarray(0, at)).lines).toHaveLength(2)
  })
})

describe('several reports in one file are read', () => {
  const second = makeReport({ original: 'RUN-2', batches: [{ lines: [{ code: 'RVNM' }] }] })
  const bare = (report: TestReport) => makeReport({ ...report, bare: true })
  const both = { documents: [{ originalMessageId: 'RUN-1' }, { originalMessageId: 'RUN-2' }] }

  test('one after the other, with or without declarations', () => {
    expect(read(makeReport(REPORT) + second)).toMatchObject(both)
    const plain = read(bare(REPORT) + bare({ original: 'RUN-2', batches: [{ lines: [{ code: 'RVNM' }] }] }))
    expect(plain).toMatchObject(both)
    expect(plain.lines.map(({ document, position }) => [document, position])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 4],
    ])
  })
  test('in a container', () => {
    expect(
      read(`<conxml>${bare(REPORT)}${second.slice(second.indexOf('<Document'))}</conxml>`),
    ).toMatchObject(both)
  })
  test('as a ZIP, with a note for each file that isn’t a report', () => {
    const files = {
      'a.xml': strToU8(makeReport(REPORT)),
      'b.xml': strToU8(second),
      'c.txt': strToU8('hello'),
    }
    expect(read(zipSync(files))).toMatchObject({
      ...both,
      notes: [{ code: 'entry_unreadable', file: 'c.txt' }],
    })
  })
})

describe('an incomplete report', () => {
  const xml = makeReport(REPORT)

  test('keeps its complete lines, and notes where it ends', () => {
    const report = read(xml.slice(0, xml.indexOf('RVNA</TxSts>')))
    expect(report.lines.map(({ endToEndId }) => endToEndId)).toEqual(['E1', 'E2'])
    expect(report.lines.map(({ batchId, messageId }) => [batchId, messageId])).toEqual([
      ['P1', 'RUN-1'],
      ['P1', 'RUN-1'],
    ])
    expect(report.documents).toMatchObject([{ complete: false }])
    expect(report.notes).toEqual([{ code: 'cut_short', line: 2, element: 'TxSts' }])
  })
  test('is also read if it ends within a character', () => {
    const bytes = strToU8(xml)
    expect(
      read(bytes.subarray(0, strToU8(xml.slice(0, xml.indexOf('üller'))).length + 1)).lines,
    ).toHaveLength(1)
  })
})

describe('a file that isn’t a report is refused', () => {
  test.each([
    ['an empty file', '', 'file_empty'],
    ['another message', '<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>', 'report_not_found'],
    ['broken XML', '<?xml version="1.0"?><Document><Cstmr', 'report_broken'],
    [
      'a document type',
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>${makeReport({ ...REPORT, bare: true })}`,
      'report_doctype',
    ],
    ['too many levels', `<a>${'<b>'.repeat(64)}${'</b>'.repeat(64)}</a>`, 'report_too_deep'],
    ['a table without codes', 'IBAN;Name\nDE89370400440532013000;Anna Rossi\n', 'table_codes_missing'],
  ])('%s', (_, text, code) => {
    expect(problem(text)).toMatchObject({ problem: code })
  })
  test('a file of more than 20 MB', () => {
    expect(problem(new Uint8Array(20 * 1024 * 1024 + 1))).toEqual({ problem: 'file_too_large' })
  })
  test('a damaged ZIP', () => {
    expect(problem(zipSync({ 'a.xml': strToU8(makeReport(REPORT)) }).subarray(0, 200))).toEqual({
      problem: 'report_zip',
    })
  })
})

describe('the table of a portal', () => {
  const rows = [
    ['Payee', 'IBAN', 'Amount', 'End-to-end ID', 'Result', 'Suggested name'],
    ['Anna Rossi', IBAN, '1.234,50', 'E1', 'MTCH', ''],
    ['Muller GmbH', 'FR7630006000011234567890189', '20', 'E2', 'CMTC', 'Müller GmbH'],
    ['Bob Miller', 'BE68539007547034', '1.234', 'E3', 'NMTC', ''],
    ['Carla Diaz', 'ES9121000418450200051332', '7.00', 'E4', 'NOAP', ''],
  ]
  const expected = [
    { code: 'RCVC', endToEndId: 'E1', iban: IBAN, name: 'Anna Rossi', amount: '1234.50', texts: ['MTCH'] },
    { code: 'RVMC', bankName: 'Müller GmbH', amount: '20', texts: ['CMTC', 'Müller GmbH'] },
    { code: 'RVNM', amount: null, bankName: null },
    { code: 'RVNA', amount: '7.00' },
  ]

  test('is read from CSV and from a workbook', () => {
    expect(read(rows.map((row) => row.join(';')).join('\r\n'))).toMatchObject({
      kind: 'table',
      lines: expected,
    })
    expect(read(makeWorkbook([{ name: 'Result', rows }]))).toMatchObject({ kind: 'table', lines: expected })
  })
  test('has one reading for an amount that is a number of a workbook', () => {
    const numbers = rows.map((row) => row.map((cell) => (cell === '1.234' ? { number: cell } : cell)))
    expect(read(makeWorkbook([{ name: 'Result', rows: numbers }])).lines[2]?.amount).toBe('1.234')
  })
  test('is read even if its headers don’t say what its columns are', () => {
    const plain = rows
      .map((row, i) => (i === 0 ? ['Aa', 'Bb', 'Cc', 'Dd', 'Xx', 'Yy'] : row).join(';'))
      .join('\n')
    expect(read(plain).lines).toMatchObject([
      { code: 'RCVC', name: 'Anna Rossi' },
      { code: 'RVMC', name: 'Muller GmbH', bankName: 'Müller GmbH' },
      { code: 'RVNM' },
      { code: 'RVNA' },
    ])
  })
  test('keeps a row without a code, with a note', () => {
    const report = read(`${rows.map((row) => row.join(';')).join('\n')}\nDan Brown;${IBAN};1;E5;;\n`)
    expect(report.lines[4]).toMatchObject({ code: null, endToEndId: 'E5' })
    expect(report.notes).toEqual([{ code: 'row_unreadable', line: 6 }])
  })
})

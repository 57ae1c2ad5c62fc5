import { escapeXml } from './make-workbook'

/** A line of a report to make; absent values have no element. */
export type TestReportLine = {
  code?: string
  reason?: string
  texts?: string[]
  instructionId?: string
  endToEndId?: string
  uetr?: string
  iban?: string
  name?: string
  amount?: string
  currency?: string
  /** several: one element for each */
  remittance?: string | string[]
  /** a structured creditor reference */
  reference?: string
}
type TestCounts = { code: string; lines: string; sum?: string }[]
type TestBatch = {
  id?: string
  code?: string
  legend?: string[]
  declared?: string
  counts?: TestCounts
  lines?: TestReportLine[]
}
export type TestReport = {
  version?: string
  /** the prefix of every element; empty: the default namespace; null: no namespace at all */
  prefix?: string | null
  messageId?: string
  original?: string
  code?: string
  legend?: string[]
  declared?: string
  counts?: TestCounts
  batches: TestBatch[]
  /** changes the order of the elements within one */
  shuffle?: <T>(list: T[]) => T[]
  /** without the XML declaration */
  bare?: boolean
}

type Element = { name: string; attributes?: string; content: string | Element[] }
const textElement = (name: string, text: string | undefined, attributes = ''): Element[] =>
  text === undefined ? [] : [{ name, attributes, content: escapeXml(text) }]
const element = (name: string, content: Element[]): Element[] =>
  content.length === 0 ? [] : [{ name, content }]

const countsOf = (counts: TestCounts = []): Element[] =>
  counts.flatMap(({ code, lines, sum }) =>
    element('NbOfTxsPerSts', [
      ...textElement('DtldNbOfTxs', lines),
      ...textElement('DtldSts', code),
      ...textElement('DtldCtrlSum', sum),
    ]),
  )

const reasonOf = (texts: string[] = [], reason?: string): Element[] =>
  element('StsRsnInf', [
    ...element('Rsn', textElement('Cd', reason)),
    ...texts.flatMap((text) => textElement('AddtlInf', text)),
  ])

function lineOf(line: TestReportLine, isNew: boolean): Element {
  const name = textElement('Nm', line.name)
  return {
    name: 'TxInfAndSts',
    content: [
      ...textElement('OrgnlInstrId', line.instructionId),
      ...textElement('OrgnlEndToEndId', line.endToEndId),
      ...textElement('OrgnlUETR', line.uetr),
      ...textElement('TxSts', line.code),
      ...reasonOf(line.texts, line.reason),
      ...element('OrgnlTxRef', [
        ...element('Amt', textElement('InstdAmt', line.amount, ` Ccy="${line.currency ?? 'EUR'}"`)),
        ...element('RmtInf', [
          ...element('Strd', element('CdtrRefInf', textElement('Ref', line.reference))),
          ...[line.remittance].flat().flatMap((text) => textElement('Ustrd', text)),
        ]),
        ...element('Cdtr', isNew ? element('Pty', name) : name),
        ...element('CdtrAcct', element('Id', textElement('IBAN', line.iban))),
      ]),
    ],
  }
}

/** The XML of a payment status report, in the shape that is described. */
export function makeReport(report: TestReport): string {
  const { version = 'pain.002.001.10', prefix = '', shuffle = (list) => list } = report
  const isNew = Number(version.slice(-2)) >= 9
  const x = prefix ? `${prefix}:` : ''
  const write = ({ name, attributes = '', content }: Element): string => {
    const inner = typeof content === 'string' ? content : shuffle(content).map(write).join('')
    return `<${x}${name}${attributes}>${inner}</${x}${name}>`
  }
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${version}`
  const attributes = prefix === null ? '' : ` xmlns${prefix ? `:${prefix}` : ''}="${namespace}"`
  const content: Element[] = [
    ...element('GrpHdr', [
      ...textElement('MsgId', report.messageId ?? 'BANK-1'),
      ...textElement('CreDtTm', '2026-03-30T10:00:00'),
    ]),
    ...element('OrgnlGrpInfAndSts', [
      ...textElement('OrgnlMsgId', report.original ?? 'RUN-1'),
      ...textElement('OrgnlMsgNmId', 'pain.001'),
      ...textElement('OrgnlNbOfTxs', report.declared),
      ...textElement('GrpSts', report.code),
      ...reasonOf(report.legend),
      ...countsOf(report.counts),
    ]),
    ...report.batches.flatMap((batch) =>
      element('OrgnlPmtInfAndSts', [
        ...textElement('OrgnlPmtInfId', batch.id),
        ...textElement('OrgnlNbOfTxs', batch.declared),
        ...textElement('PmtInfSts', batch.code),
        ...reasonOf(batch.legend),
        ...countsOf(batch.counts),
        ...(batch.lines ?? []).map((line) => lineOf(line, isNew)),
      ]),
    ),
  ]
  const root: Element = { name: 'Document', attributes, content: [{ name: 'CstmrPmtStsRpt', content }] }
  return `${report.bare ? '' : '<?xml version="1.0" encoding="UTF-8"?>\n'}${write(root)}`
}

import { expect, test } from 'vitest'
import { guessColumns } from '../columns'
import { readFile } from '../readFile'
import { checkRows } from '../relations'

const FR = 'FR7630006000011234567890189'
const DE = 'DE89370400440532013000'

const transfer = (x: string, name: string, account: string) =>
  `<${x}CdtTrfTxInf><${x}PmtId><${x}EndToEndId>E-${name}</${x}EndToEndId></${x}PmtId><${x}Amt><${x}InstdAmt Ccy="EUR">10.5</${x}InstdAmt></${x}Amt><${x}UltmtDbtr><${x}Nm>Nobody</${x}Nm></${x}UltmtDbtr><${x}Cdtr><${x}Nm>${name}</${x}Nm><${x}PstlAdr><${x}Ctry>FR</${x}Ctry></${x}PstlAdr></${x}Cdtr><${x}CdtrAcct><${x}Id>${account}</${x}Id></${x}CdtrAcct></${x}CdtTrfTxInf>`
const batch = (x: string, id: string, transfers: string, sum = '10.50') =>
  `<${x}PmtInf><${x}PmtInfId>${id}</${x}PmtInfId><${x}NbOfTxs>1</${x}NbOfTxs><${x}CtrlSum>${sum}</${x}CtrlSum><${x}ReqdExctnDt><${x}Dt>2026-03-31</${x}Dt></${x}ReqdExctnDt><${x}Dbtr><${x}Nm>Accord SA</${x}Nm></${x}Dbtr><${x}DbtrAcct><${x}Id><${x}IBAN>ES9121000418450200051332</${x}IBAN></${x}Id></${x}DbtrAcct>${transfers}</${x}PmtInf>`
const file = (prefix: string, version: string, ...batches: string[]) => {
  const x = prefix === '' ? '' : `${prefix}:`
  const xmlns = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return `<${x}Document ${xmlns}="urn:iso:std:iso:20022:tech:xsd:${version}"><${x}CstmrCdtTrfInitn><${x}GrpHdr><${x}NbOfTxs>2</${x}NbOfTxs></${x}GrpHdr>${batches.join('\n')}</${x}CstmrCdtTrfInitn></${x}Document>`
}
const two = (x: string) => [
  batch(x, 'P1', transfer(x, 'Jean &amp; Fils', `<${x}IBAN>${FR}</${x}IBAN>`)),
  batch(
    x,
    'P2',
    transfer(x, '<![CDATA[Weiß & Söhne]]>', `<${x}IBAN>\n  DE89 3704 0044 0532 0130 00 </${x}IBAN>`),
  ),
]

const utf8 = (text: string) => new TextEncoder().encode(text)
const run = (text: string) => {
  const table = readFile(utf8(text))
  if ('problem' in table) throw new Error(`${table.problem} in line ${table.line}`)
  return { table, ...checkRows(table, guessColumns(table)) }
}

test.each([
  ['.09 without a prefix', file('', 'pain.001.001.09', ...two(''))],
  ['.09 with ns2', file('ns2', 'pain.001.001.09', ...two('ns2:'))],
  [
    '.03 with a long prefix',
    `<?xml version='1.0' encoding='utf-8'?>\n${file('pain-001', 'pain.001.001.03', ...two('pain-001:'))}`,
  ],
  [
    '.11 with a mark and a comment before it',
    `\uFEFF<!-- made by a program -->\n${file('', 'pain.001.001.11', ...two(''))}`,
  ],
  ['.03 of the Swiss banks', file('', 'pain.001.001.03.ch.02', ...two(''))],
  [
    'in an envelope',
    `<?xml version="1.0"?><env:Msg xmlns:env="urn:x">${file('', 'pain.001.001.09', ...two(''))}</env:Msg>`,
  ],
  [
    'in an envelope without a declaration',
    `<conxml xmlns="urn:conxml">${file('', 'pain.001.001.09', ...two(''))}</conxml>`,
  ],
])('%s: the creditors of every batch, nobody else', (_, xml) => {
  const { rows, table } = run(xml)
  expect(rows.map(({ name, iban, problems }) => [name, iban, problems])).toEqual([
    ['Jean & Fils', FR, []],
    ['Weiß & Söhne', DE, []],
  ])
  expect(table.notes).toEqual([])
  expect(table.records[0]?.cells).toContain('2026-03-31')
})

test('each batch is compared with what it declares', () => {
  const x = ''
  const good = batch(x, 'P1', transfer(x, 'A', `<IBAN>${FR}</IBAN>`))
  const wrong = batch(x, 'P2', transfer(x, 'B', `<IBAN>${DE}</IBAN>`), '10.49')
  expect(run(file('', 'pain.001.001.09', good, wrong)).table.notes).toEqual([
    { code: 'sum_differs', batch: 'P2', declared: '10.49', found: '10.50' },
  ])
})

import { expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import { checkRows } from '../testing/lists'
import type { Encoding } from '../text/choices'
import { encode } from '../text/encoding'

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
  ['of version .09 without a prefix', file('', 'pain.001.001.09', ...two(''))],
  ['of version .09 with the prefix ns2', file('ns2', 'pain.001.001.09', ...two('ns2:'))],
  [
    'of version .03 with a long prefix',
    `<?xml version='1.0' encoding='utf-8'?>\n${file('pain-001', 'pain.001.001.03', ...two('pain-001:'))}`,
  ],
  [
    'of version .11 with a byte order mark and a comment before it',
    `\uFEFF<!-- made by a program -->\n${file('', 'pain.001.001.11', ...two(''))}`,
  ],
  ['of version .03 of the Swiss banks', file('', 'pain.001.001.03.ch.02', ...two(''))],
  [
    'in an envelope',
    `<?xml version="1.0"?><env:Msg xmlns:env="urn:x">${file('', 'pain.001.001.09', ...two(''))}</env:Msg>`,
  ],
  [
    'in an envelope without a declaration',
    `<conxml xmlns="urn:conxml">${file('', 'pain.001.001.09', ...two(''))}</conxml>`,
  ],
])('a file %s has the payees of every batch, and nobody else', (_, xml) => {
  const { rows, table } = run(xml)
  expect(rows.map(({ name, iban, problems }) => [name, iban, problems])).toEqual([
    ['Jean & Fils', FR, []],
    ['Weiß & Söhne', DE, []],
  ])
  expect(table.notes).toEqual([])
  expect(table.records[0]?.cells).toContain('2026-03-31')
})

test('the declared totals of each batch are compared with its payments', () => {
  const x = ''
  const good = batch(x, 'P1', transfer(x, 'A', `<IBAN>${FR}</IBAN>`))
  const wrong = batch(x, 'P2', transfer(x, 'B', `<IBAN>${DE}</IBAN>`), '10.49')
  expect(run(file('', 'pain.001.001.09', good, wrong)).table.notes).toEqual([
    { code: 'sum_differs', batch: 'P2', declared: '10.49', found: '10.50' },
  ])
})

test('the declared totals of each message in a container are compared with its payments', () => {
  const message = (iban: string) =>
    file('', 'pain.001.001.09', batch('', 'P1', transfer('', 'A', `<IBAN>${iban}</IBAN>`))).replace(
      '<NbOfTxs>2<',
      '<NbOfTxs>1<',
    )
  const { rows, table } = run(`<box><Msg>${message(FR)}</Msg><Msg>${message(DE)}</Msg></box>`)
  expect(rows.map(({ iban }) => iban)).toEqual([FR, DE])
  expect(table.notes).toEqual([])
})

/** One batch of transfers in a file of version .09. */
const payments = (transfers: string, head = '', declaration = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${declaration}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr>${head}</GrpHdr><PmtInf><Dbtr><Nm>Accord SA</Nm></Dbtr><DbtrAcct><Id><IBAN>ES9121000418450200051332</IBAN></Id></DbtrAcct>${transfers}</PmtInf></CstmrCdtTrfInitn></Document>`
/** A transfer surrounded by other parties that could be mistaken for the creditor. */
const among = (creditor: string, account: string, after = '') =>
  `<CdtTrfTxInf><PmtId><EndToEndId>E</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">10.00</InstdAmt></Amt><CdtrAgt><FinInstnId><BICFI>BNPAFRPP</BICFI><Nm>BNP Paribas</Nm></FinInstnId></CdtrAgt><Cdtr>${creditor}</Cdtr><CdtrAcct><Id>${account}</Id><Nm>Nickname</Nm></CdtrAcct>${after}</CdtTrfTxInf>`
const iban = (text: string) => `<IBAN>${text}</IBAN>`
const encoded = (text: string, encoding: Encoding, mark: number[] = []) =>
  Uint8Array.from([...mark, ...encode(text, encoding)])

test.each<[string, string, string, string]>([
  ['a comment and a CDATA section in it', '<Nm><!-- x -->Jean <![CDATA[& Fils]]></Nm>', '', 'Jean & Fils'],
  [
    'character references in it',
    '<Nm>M&#xFC;ller &#38; S&#246;hne &quot;X&quot;</Nm>',
    '',
    'Müller & Söhne "X"',
  ],
  [
    'an ultimate creditor, an invoicee and tax data after it',
    '<Nm>Jean</Nm>',
    '<UltmtCdtr><Nm>Other</Nm></UltmtCdtr><Tax><Cdtr><TaxId>1</TaxId></Cdtr></Tax><RmtInf><Strd><Invcee><Nm>Inv</Nm></Invcee></Strd></RmtInf>',
    'Jean',
  ],
  [
    'an address before it and a contact after it',
    '<PstlAdr><AdrLine>Rue 1</AdrLine></PstlAdr><Nm>Jean</Nm><CtctDtls><Nm>Contact</Nm></CtctDtls>',
    '',
    'Jean',
  ],
])('the payee’s name is read with %s', (_, creditor, after, name) => {
  const { rows } = run(payments(among(creditor, iban(` ${DE} `), after)))
  expect(rows.map((row) => [row.name, row.iban, row.problems])).toEqual([[name, DE, []]])
})

test('a payee without a name, or with an account that isn’t an IBAN, becomes a row with the problem', () => {
  const { rows } = run(
    payments(
      [
        among('', iban(FR)),
        among('<Nm/>', iban(DE)),
        among('<Nm>A</Nm>', '<Othr><Id>12345678</Id></Othr>'),
        among('<Nm>B</Nm>', `<Othr><Id>${DE}</Id></Othr>`),
      ].join(''),
    ),
  )
  expect(rows.map(({ problems }) => problems[0]?.hint ?? problems[0]?.code)).toEqual([
    'name_required',
    'name_required',
    'other_account',
    undefined,
  ])
})

test.each([
  ['no totals', '', []],
  ['totals in another number format', '<NbOfTxs>02</NbOfTxs><CtrlSum>20</CtrlSum>', []],
  [
    'a wrong number',
    '<NbOfTxs>3</NbOfTxs>',
    [{ code: 'count_differs', batch: null, declared: '3', found: '2' }],
  ],
  [
    'a sum off by less than a cent',
    '<CtrlSum>20.001</CtrlSum>',
    [{ code: 'sum_differs', batch: null, declared: '20.001', found: '20.00' }],
  ],
])('a header with %s gives the right notes', (_, head, notes) => {
  const two = among('<Nm>A</Nm>', iban(FR)) + among('<Nm>B</Nm>', iban(DE))
  expect(run(payments(two, head)).table.notes).toEqual(notes)
})

test.each<[string, Uint8Array]>([
  [
    'UTF-16 with a byte order mark',
    encoded(
      payments(among('<Nm>Zoé</Nm>', iban(FR)), '', '<?xml version="1.0" encoding="UTF-16"?>'),
      'utf-16le',
      [0xff, 0xfe],
    ),
  ],
  ...[
    ...[
      'ISO-8859-1',
      'ISO8859-1',
      'iso_8859-1',

      'latin1',
      'Cp1252',
      'windows-1252',
      'ISO-8859-9',
    ],
  ].map((label): [string, Uint8Array] => [
    label,
    encoded(
      payments(among('<Nm>Zoé</Nm>', iban(FR)), '', `<?xml version="1.0" encoding="${label}"?>`),
      'windows-1252',
    ),
  ]),
  ['UTF8', utf8(payments(among('<Nm>Zoé</Nm>', iban(FR)), '', '<?xml version="1.0" encoding="UTF8"?>'))],
])('a file that declares %s is read in that encoding', (_, bytes) => {
  const table = readFile(bytes)
  if ('problem' in table) throw new Error(table.problem)
  expect(checkRows(table, guessColumns(table)).rows.map(({ name }) => name)).toEqual(['Zoé'])
})

test.each([
  ['a direct debit', '<Document><CstmrDrctDbtInitn/></Document>', 'payments_other'],
  ['a statement', '<Document><BkToCstmrStmt/></Document>', 'payments_other'],
  ['a truncated file', payments(among('<Nm>A</Nm>', iban(FR))).slice(0, -30), 'payments_broken'],
  ['a web page', '<!DOCTYPE html><html><body><table/></body></html>', 'header_not_found'],
])('%s is refused with the right problem', (_, xml, problem) => {
  expect(readFile(utf8(xml))).toMatchObject({ problem })
})

const twoLines = payments(among('<Nm>Zoé Fils</Nm>', iban(FR)))
  .replace('<GrpHdr>', '\n<GrpHdr>')
  .replace('<CdtTrfTxInf>', '\n<CdtTrfTxInf>')
const broken = (from: string, to: string) => new TextEncoder().encode(twoLines.replace(from, to))
test.each<[string, Uint8Array, number, string | undefined, string | undefined]>([
  [
    'another message',
    broken('<CstmrCdtTrfInitn>', '\n<CstmrDrctDbtInitn/><!--'),
    2,
    'CstmrDrctDbtInitn',
    undefined,
  ],
  ['another root element', utf8('<?xml version="1.0"?>\n<html></html>'), 2, 'html', undefined],
  ['no payment', utf8(`\n${file('', 'pain.001.001.09')}`), 2, 'CstmrCdtTrfInitn', undefined],
  ['an entity in a name', broken('Zoé Fils', 'Zoé &x; Fils'), 3, 'Nm', 'Z···&x;'],
  ['a name outside its element', broken('<Nm>Zoé Fils</Nm>', 'Zoé &x; Fils'), 3, 'Cdtr', 'Z···&x;'],
  ['a bare sign in a name', broken('Zoé Fils', 'Zoé & Fils\n\n\n'), 3, 'Nm', 'Z···&'],
  ['an entity in an IBAN', broken(FR, `${FR}&x`), 3, 'IBAN', 'F···&'],
  ['a closing tag too early', broken('</Nm></Cdtr>', '</Cdtr>'), 3, 'Nm', '</Cdtr>'],
  ['a wrong sign in a tag', broken('<InstdAmt ', '<InstdAmt Zoé=Fils '), 3, 'Amt', '<InstdAmt'],
  ['an entity in an ID', broken('>E<', '>E-17&x;<'), 3, 'EndToEndId', 'E-17&x;'],
  ['a missing end', utf8(twoLines.slice(0, -11)), 3, 'Document', '</CstmrCdtTrfInitn>'],
  ['too many levels', broken('Zoé', '<a>'.repeat(120)), 3, 'a', '<a>'],
  ['bytes of another encoding in a name', encoded(twoLines, 'windows-1252'), 3, 'Nm', 'Z···'],
])('a file with %s is refused with its line, element and value', (_, bytes, line, element, value) => {
  const found = readFile(bytes)
  if (!('problem' in found)) throw new Error('read')
  expect([found.line, found.element, found.value]).toEqual([line, element, value])
})

test('a file with too many payments is refused with the line of the first one too many', () => {
  const one = '<CdtTrfTxInf></CdtTrfTxInf>\n'
  const found = readFile(utf8(payments(one.repeat(100_001))))
  expect(found).toEqual({ problem: 'too_many_rows', line: 100_001, element: 'CdtTrfTxInf' })
})

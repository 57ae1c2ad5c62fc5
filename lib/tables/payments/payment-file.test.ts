import { expect, test } from 'vitest'
import { readFile } from '@/lib/tables/read/read-file'
import { encode } from '@/lib/tables/text/encoding'
import { readPaymentFile } from './payment-file'

const MAP = { iban: 2, name: [1], instead: [], reference: 0, note: null }
const FR = 'FR7630006000011234567890189'
const DE = 'DE89370400440532013000'

const read = (bytes: Uint8Array | string) =>
  readPaymentFile(
    typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    { format: 'payments' },
    MAP,
  )
function linesOf(xml: Uint8Array | string) {
  const found = read(xml)
  if ('problem' in found) throw new Error(`${found.problem} in line ${found.line}`)
  return found.lines
}

const order = (inside: string) =>
  `<CdtTrfTxInf><PmtId><InstrId>I1</InstrId><EndToEndId>E1</EndToEndId><UETR>0b3b3ac2-6f0e-4d0d-8a6f-2f4f3f5c8b11</UETR></PmtId>${inside}</CdtTrfTxInf>`
const euros = '<Amt><InstdAmt Ccy="EUR">10.50</InstdAmt></Amt>'
const to = (account: string) => `<Cdtr><Nm>Zoé &amp; Fils</Nm></Cdtr><CdtrAcct><Id>${account}</Id></CdtrAcct>`
const iban = `<IBAN>${FR}</IBAN>`
const batch = (orders: string, date = '<Dt>2026-03-31</Dt>', method = 'TRF') =>
  `<PmtInf><PmtInfId>P1</PmtInfId><PmtMtd>${method}</PmtMtd><ReqdExctnDt>${date}</ReqdExctnDt><Dbtr><Nm>Accord SA</Nm><Id><OrgId><AnyBIC>OTHRFRPP</AnyBIC></OrgId></Id></Dbtr><DbtrAcct><Id><IBAN>${DE}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>COBADEFF</BICFI></FinInstnId></DbtrAgt>${orders}</PmtInf>`
const message = (batches: string) =>
  `<CstmrCdtTrfInitn><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-12T10:15:00Z</CreDtTm></GrpHdr>${batches}</CstmrCdtTrfInitn>`
const file = (batches: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${message(batches)}</Document>`

test('a payment is read with its debtor, date, amount, and every ID that a bank report can refer to', () => {
  const more = '<UltmtCdtr><Nm>Factor</Nm></UltmtCdtr><RmtInf><Ustrd>one</Ustrd><Ustrd>two</Ustrd></RmtInf>'
  expect(read(file(batch(order(`${euros}${to(iban)}${more}`))))).toEqual({
    file: {
      version: 'pain.001.001.09',
      messageId: 'M1',
      messages: [{ messageId: 'M1', batch: 0 }],
      createdAt: '2026-03-12T10:15:00Z',
      whole: null,
    },
    lines: [
      {
        ...{ number: 1, batch: 0, batchId: 'P1', dueOn: '2026-03-31' },
        ...{ debtorIban: DE, debtorBic: 'COBADEFF', debtorName: 'Accord SA' },
        ...{
          amount: '10.50',
          currency: 'EUR',
          account: 'iban',
          iban: FR,
          otherAccount: null,
          name: 'Zoé & Fils',
        },
        ...{ endToEndId: 'E1', instructionId: 'I1', uetr: '0b3b3ac2-6f0e-4d0d-8a6f-2f4f3f5c8b11' },
        ...{ remittance: 'one two', ultimateCreditor: 'Factor' },
      },
    ],
  })
})

test.each([
  [
    'another account',
    `${euros}${to('<Othr><Id>12345</Id></Othr>')}`,
    { account: 'other', iban: null, otherAccount: '12345' },
  ],
  [
    'an IBAN as another account',
    `${euros}${to(`<Othr><Id>${FR}</Id></Othr>`)}`,
    { account: 'iban', iban: FR, otherAccount: null },
  ],
  ['no account', `${euros}<Cdtr><Nm>A</Nm></Cdtr>`, { account: 'none', iban: null }],
  [
    'an equivalent amount',
    `<Amt><EqvtAmt><Amt Ccy="EUR">7</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt></Amt>${to(iban)}`,
    { account: 'equivalent', amount: '7', currency: 'EUR', iban: FR },
  ],
  ['a cheque', `${euros}<ChqInstr><ChqTp>CCHQ</ChqTp></ChqInstr>`, { account: 'cheque' }],
  [
    'an amount that isn’t a number',
    `<Amt><InstdAmt Ccy="EUR">1,50</InstdAmt></Amt>${to(iban)}`,
    { amount: null, currency: null },
  ],
  [
    'more decimals than its currency has',
    `<Amt><InstdAmt Ccy="EUR">1.005</InstdAmt></Amt>${to(iban)}`,
    { amount: null, currency: null },
  ],
  [
    'zeros at the end of its decimals',
    `<Amt><InstdAmt Ccy="EUR">1.5000</InstdAmt></Amt>${to(iban)}`,
    { amount: '1.5000' },
  ],
  [
    'the three decimals of its currency',
    `<Amt><InstdAmt Ccy="KWD">1.005</InstdAmt></Amt>${to(iban)}`,
    { amount: '1.005', currency: 'KWD' },
  ],
  ['an amount without a currency', `<Amt><InstdAmt>1.50</InstdAmt></Amt>${to(iban)}`, { amount: null }],
])('a payment with %s is recognised', (_, inside, expected) => {
  expect(linesOf(file(batch(order(inside))))).toMatchObject([expected])
})

test('all payments of a batch with the payment method CHK are cheques', () => {
  expect(linesOf(file(batch(order(euros + to(iban)), undefined, 'CHK')))).toMatchObject([
    { account: 'cheque' },
  ])
})

test.each([
  ['2026-03-31', '2026-03-31'],
  ['<Dt>2026-03-31</Dt>', '2026-03-31'],
  ['<DtTm>2026-03-31T09:00:00+02:00</DtTm>', '2026-03-31'],
  ['<Dt>2026-02-30</Dt>', null],
  ['tomorrow', null],
])('the execution date %s is read as %s', (date, dueOn) => {
  expect(linesOf(file(batch(order(euros + to(iban)), date)))).toMatchObject([{ dueOn }])
})

test('a debtor account that isn’t an IBAN keeps its number', () => {
  const other = batch(order(euros + to(iban))).replace(`<IBAN>${DE}</IBAN>`, '<Othr><Id>0815</Id></Othr>')
  expect(linesOf(file(other))).toMatchObject([{ debtorIban: '0815' }])
})

test('payments are numbered consecutively across all messages of a container', () => {
  const one = file(batch(order(euros + to(iban))) + batch(order(euros + to(iban))))
  const two = one.replace('>M1<', '>M2<')
  const xml = `<c:box xmlns:c="urn:x"><c:Msg>${one}</c:Msg><c:Msg>${two}</c:Msg></c:box>`
  const found = linesOf(xml)
  expect(read(xml)).toMatchObject({
    file: {
      messages: [
        { messageId: 'M1', batch: 0 },
        { messageId: 'M2', batch: 2 },
      ],
    },
  })
  expect(found.map(({ number, batch }) => [number, batch])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
  ])
})

test('the oldest version, whose message element is named like its schema, is read', () => {
  const old = `<Document xmlns="urn:sepade:xsd:pain.001.001.02"><pain.001.001.02><GrpHdr><MsgId>M1</MsgId></GrpHdr>${batch(order(euros + to(iban)), '2026-03-31')}</pain.001.001.02></Document>`
  expect(read(old)).toMatchObject({
    file: { version: 'pain.001.001.02', messageId: 'M1' },
    lines: [{ name: 'Zoé & Fils', amount: '10.50' }],
  })
})

test('the version of a container is that of its document with the strictest rules for names, or of unknown ones', () => {
  const as = (version: string, more = '') =>
    file(batch(order(euros + to(iban) + more))).replace('pain.001.001.09', version)
  const versionOf = (...documents: string[]) => read(`<conxml>${documents.join('')}</conxml>`)
  const [national, swiss] = ['pain.001.003.03', 'pain.001.001.03.ch.02']
  for (const documents of [
    [as('pain.001.001.09'), as(national)],
    [as(national), as('pain.001.001.09')],
  ])
    expect(versionOf(...documents)).toMatchObject({ file: { version: national } })
  expect(versionOf(as(national), as(swiss), as(national))).toMatchObject({ file: { version: swiss } })
  const unknown = as('payments')
  expect(read(unknown)).toMatchObject({ file: { version: 'pain.001' } })
  expect(versionOf(as('pain.001.001.09'), unknown)).toMatchObject({ file: { version: 'pain.001' } })
  const said = as('pain.001.001.09', `<RmtInf><Ustrd>${swiss}</Ustrd></RmtInf>`)
  expect(versionOf(said, as('pain.001.001.03'))).toMatchObject({ file: { version: 'pain.001.001.09' } })
})

test('UTF-16 is read even without a byte order mark', () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${file(batch(order(euros + to(iban))))}`
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    expect(linesOf(encode(text, encoding))).toMatchObject([{ name: 'Zoé & Fils', iban: FR }])
  }
})

test('a file that can’t be split says why: a signature, the hash of a container, or other totals than it declares', () => {
  const good = file(batch(order(euros + to(iban))))
  const signature = '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'
  const signed = good.replace('</Document>', `${signature}</Document>`)
  const hashed = `<conxml><MsgPain001><HashValue>ab</HashValue>${good}</MsgPain001></conxml>`
  for (const xml of [signed, hashed]) expect(read(xml)).toMatchObject({ file: { whole: 'signature' } })
  const declaring = (totals: string) => good.replace('</GrpHdr>', `${totals}</GrpHdr>`)
  expect(read(declaring('<NbOfTxs>1</NbOfTxs><CtrlSum>10.50</CtrlSum>'))).toMatchObject({
    file: { whole: null },
  })
  for (const totals of ['<NbOfTxs>2</NbOfTxs>', '<CtrlSum>10.51</CtrlSum>'])
    expect(read(declaring(totals))).toMatchObject({ file: { whole: 'totals_differ' } })
})

const good = file(batch(order(euros + to(iban))))
test.each([
  [
    'a direct debit beside payments',
    `<x>${good}<Document><CstmrDrctDbtInitn/></Document></x>`,
    'payments_other',
  ],
  ['a document type', `<!DOCTYPE Document>${good}`, 'payments_broken'],
  ['an unknown entity', good.replace('&amp;', '&x;'), 'payments_broken'],
  ['a file cut short', good.slice(0, -20), 'payments_broken'],
  ['too many levels', good.replace('Zoé', '<a>'.repeat(70)), 'payments_broken'],
  ['a text of more than 192 kB', good.replace('Zoé', 'x'.repeat(196_609)), 'payments_broken'],
  ['a payment outside of a batch', file(order(euros)), 'payments_broken'],
  ['no payment', file(batch('')), 'file_empty'],
  ['another message', '<Document><BkToCstmrStmt/></Document>', 'payments_other'],
])('%s is refused', (_, xml, problem) => {
  expect(read(xml)).toMatchObject({ problem })
})

const [ACCOUNT, AMOUNT] = ['</IBAN></Id></CdtrAcct>', '</InstdAmt></Amt>']
test.each([
  ['name', 'Cdtr', '</Nm>', '</Nm>\n<Nm/>'],
  ['IBAN', 'CdtrAcct', ACCOUNT, `</IBAN>\n<IBAN>${DE}</IBAN></Id></CdtrAcct>`],
  ['account', 'CdtrAcct', ACCOUNT, '</IBAN>\n<Othr><Id>1</Id></Othr></Id></CdtrAcct>'],
  [
    'account of its own',
    'CdtrAcct',
    ACCOUNT,
    `${ACCOUNT}\n<CdtrAcct><Id><PrtryAcct><Id>1</Id></PrtryAcct></Id></CdtrAcct>`,
  ],
  ['amount', 'Amt', AMOUNT, '</InstdAmt>\n<InstdAmt Ccy="EUR">1</InstdAmt></Amt>'],
  ['kind of amount', 'Amt', AMOUNT, '</InstdAmt>\n<EqvtAmt><Amt Ccy="EUR">1</Amt></EqvtAmt></Amt>'],
])('a second %s of a payment is refused with its line and element', (_, element, once, twice) => {
  const inside = euros + to(iban)
  const xml = file(batch(order(inside) + order(inside.replace(once, twice))))
  const problem = { problem: 'payments_repeated', line: 2, element }
  expect(read(xml)).toEqual(problem)
  expect(readFile(new TextEncoder().encode(xml))).toEqual(problem)
})

const twoLines = good.replace('<GrpHdr>', '\n<GrpHdr>').replace('<CdtTrfTxInf>', '\n<CdtTrfTxInf>')
test.each([
  ['other messages', `<x>\n${good}<Document><BkToCstmrStmt/></Document></x>`, 2, 'BkToCstmrStmt', undefined],
  ['another message', '<Document>\n<BkToCstmrStmt/></Document>', 2, 'BkToCstmrStmt', undefined],
  ['another root element', '<?xml version="1.0"?>\n<html></html>', 2, 'html', undefined],
  ['no payment', `\n${file(batch(''))}`, 2, 'CstmrCdtTrfInitn', undefined],
  ['a document type', `\n<!DOCTYPE Document>${good}`, 2, undefined, '<!DOCTYPE'],
  ['an entity in a name', twoLines.replace('&amp;', '&x;'), 3, 'Nm', 'Z···&x;'],
  ['a closing tag too early', twoLines.replace('</Nm></Cdtr>', '</Cdtr>'), 3, 'Nm', '</Cdtr>'],
  ['a long name', twoLines.replace('Zoé', 'x'.repeat(196_609)), 3, 'Nm', 'x···'],
  [
    'a long ID',
    twoLines.replace('<GrpHdr>', `<GrpHdr><MsgId>${'7'.repeat(196_609)}</MsgId>`),
    2,
    'MsgId',
    `${'7'.repeat(40)}…`,
  ],
  ['a missing end', twoLines.slice(0, -11), 3, 'Document', undefined],
  ['too many levels', twoLines.replace('Zoé', '<a>'.repeat(70)), 3, 'a', '<a>'],
  ['a payment outside of a batch', `\n${file(order(euros))}`, 2, 'CdtTrfTxInf', '<CstmrCdtTrfInitn>'],
])('a file with %s is refused with its line, element and value', (_, xml, line, element, value) => {
  expect(read(xml)).toMatchObject({ line })
  expect({ element: undefined, value: undefined, ...read(xml) }).toMatchObject({ element, value })
})

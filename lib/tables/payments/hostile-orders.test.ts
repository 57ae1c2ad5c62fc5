import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { decodeAs, encode } from '@/lib/tables/text/encoding'
import { cutFile } from './cut-file'
import { inHeldFile } from './cut-ids'
import type { CutPlan } from './line'
import { readPaymentFile } from './payment-file'
import { verifyCut } from './verify-cut'

const TABLE = { format: 'payments' } as const
const MAP = { iban: 2, name: [1], instead: [], reference: 0, note: null }

const order = (id: string, { amount = '<InstdAmt Ccy="EUR">1.00</InstdAmt>', more = '' } = {}) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt>${amount}</Amt><Cdtr><Nm>Payee ${id}</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>${more}</CdtTrfTxInf>`
const batch = (orders: string, more = '') => `<PmtInf><PmtInfId>B</PmtInfId>${orders}${more}</PmtInf>`
const file = (batches: string, declaration = '') =>
  `${declaration}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-03-30T10:00:00</CreDtTm><NbOfTxs>${batches.split('<CdtTrfTxInf>').length - 1}</NbOfTxs></GrpHdr>${batches}</CstmrCdtTrfInitn></Document>`

const linesOf = (xml: string) => {
  const found = readPaymentFile(new TextEncoder().encode(xml), TABLE, MAP)
  if ('problem' in found) throw new Error(found.problem)
  return found.lines
}
const planned = (released: number[], names: [number, string][] = []): CutPlan => ({
  ...{ released, gone: [], names, nameCap: 70, at: '2026-04-01T08:00:00Z' },
  messageIds: { released: 'M-R1', held: 'M-H1' },
})
const cutOf = (bytes: Uint8Array, plan: CutPlan) => {
  const cut = cutFile(bytes, TABLE, MAP, plan)
  if ('whole' in cut || 'problem' in cut) throw new Error('not cut')
  expect(verifyCut({ bytes, table: TABLE, map: MAP, plan }, cut)).toBeNull()
  return cut
}

test.each([
  ['the text of another attribute', `<InstdAmt x=' Ccy="USD"' Ccy="EUR">1.00</InstdAmt>`],
  ['an attribute of another namespace', '<InstdAmt xmlns:x="urn:x" x:Ccy="USD" Ccy="EUR">1.00</InstdAmt>'],
  ['an attribute whose name ends with Ccy', '<InstdAmt myCcy="USD" Ccy="EUR">1.00</InstdAmt>'],
  ['a character reference in it', '<InstdAmt Ccy="&#69;UR">1.00</InstdAmt>'],
])('the currency of an amount comes from its attribute Ccy, despite %s', (_, amount) => {
  expect(linesOf(file(batch(order('A', { amount }))))).toMatchObject([{ amount: '1.00', currency: 'EUR' }])
})

const NESTED = `<SplmtryData><Envlp><CstmrCdtTrfInitn><GrpHdr><MsgId>X</MsgId><NbOfTxs>9</NbOfTxs></GrpHdr><PmtInf><PmtInfId>X</PmtInfId></PmtInf></CstmrCdtTrfInitn></Envlp></SplmtryData>`

test.each([
  ['a payment', [batch(order('A', { more: NESTED }) + order('B')), batch(order('C'))]],
  ['a batch', [batch(order('A') + order('B'), NESTED), batch(order('C'))]],
  ['a message', [batch(order('A') + order('B')), batch(order('C')), NESTED]],
])('a message within the supplementary data of %s is not read as a message', (_, batches) => {
  const xml = file(batches.join(''))
  expect(linesOf(xml).map(({ endToEndId, batchId }) => [endToEndId, batchId])).toEqual([
    ['A', 'B'],
    ['B', 'B'],
    ['C', 'B'],
  ])
  const { released, held } = cutOf(new TextEncoder().encode(xml), planned([2]))
  const [one, other] = [released, held].map((part) => new TextDecoder().decode(part?.bytes))
  expect(one).not.toMatch(/>[AC]<\/EndToEndId>/)
  expect(other).not.toContain('>B</EndToEndId>')
  for (const text of [one, other]) XmlDocument.fromString(text ?? '').dispose()
  cutOf(new TextEncoder().encode(xml), planned([3]))
})

test('batches with one PmtInfId get different ones in the held file, which are known from their lines', () => {
  const xml = file(
    [order('A') + order('B'), order('C'), order('D') + order('E')].map((each) => batch(each)).join(''),
  )
  const { held } = cutOf(new TextEncoder().encode(xml), planned([2, 3]))
  const written = linesOf(new TextDecoder().decode(held?.bytes)).map(({ batchId }) => batchId)
  expect(written).toEqual(['B-H1', 'B-H1.2', 'B-H1.2'])
  const lines = linesOf(xml).filter(({ number }) => ![2, 3].includes(number))
  expect(inHeldFile('M-H1', lines).map(({ batchId }) => batchId)).toEqual(written)
})

test.each(['ISO-8859-16', 'cp850', 'UTF-16', 'UCS-2', 'us-ascii', 'ASCII'])(
  'a corrected name is written in ASCII if the file declares the encoding %s but is in another one',
  (label) => {
    const xml = file(batch(order('A')), `<?xml version="1.0" encoding="${label}"?>`)
    const { released } = cutOf(new TextEncoder().encode(xml), planned([1], [[1, 'Zoë 𝒜']]))
    const bytes = released?.bytes ?? new Uint8Array()
    expect(bytes.every((byte) => byte < 0x80)).toBe(true)
    expect(new TextDecoder().decode(bytes)).toContain('<Nm>Zo&#xEB; &#x1D49C;</Nm>')
  },
)

test.each([
  ['ISO8859-1', 'windows-1252', 'Zo\xeb &#x2019; &#x141;'],
  ['latin1', 'windows-1252', 'Zo\xeb &#x2019; &#x141;'],
  ['Cp1252', 'windows-1252', 'Zo\xeb \x92 &#x141;'],
  ['ISO-8859-9', 'windows-1254', 'Zo\xeb &#x2019; &#x141;'],
  ['latin2', 'iso-8859-2', 'Zo\xeb &#x2019; \xa3'],
] as const)(
  'a corrected name is written in the bytes of the declared encoding %s, and no other byte changes',
  (label, encoding, name) => {
    const declared = `<?xml version="1.0" encoding="${label}"?>`
    const bytes = encode(file(batch(order('A') + order('\xe9')), declared), encoding)
    const { released } = cutOf(bytes, planned([1, 2], [[1, 'Zoë ’ Ł']]))
    const [before, after] = [bytes, released?.bytes].map((part) => Buffer.from(part ?? []).toString('latin1'))
    const ids = /<MsgId>.*?<\/CreDtTm>|<MsgId>.*?<\/MsgId>/
    expect(after?.replace(ids, '')).toBe(before?.replace(ids, '').replace('Payee A', name))
  },
)

test.each(['utf-8', 'UTF8'])('a corrected name keeps all its letters in a file that declares %s', (label) => {
  const xml = file(batch(order('A')), `<?xml version="1.0" encoding="${label}"?>`)
  const { released } = cutOf(new TextEncoder().encode(xml), planned([1], [[1, 'Zoë 𝒜']]))
  expect(new TextDecoder().decode(released?.bytes)).toContain('<Nm>Zoë 𝒜</Nm>')
})

test.each([
  ['another debtor account', 'DE02120300000000202051', 'DE02100500000024290661'],
  ['another day', '2026-03-31', '2026-03-30'],
  ['another payment method', '<PmtMtd>TRF', '<PmtMtd>CHK'],
  ['another initiator', '<Nm>Office</Nm></InitgPty>', '<Nm>Thief</Nm></InitgPty>'],
  ['no debtor', '<Dbtr><Nm>Payer</Nm></Dbtr>', ''],
])('verification finds a part with %s', (_, before, after) => {
  const head = `<PmtMtd>TRF</PmtMtd><ReqdExctnDt>2026-03-31</ReqdExctnDt><Dbtr><Nm>Payer</Nm></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct>`
  const xml = file(batch(head + order('A') + order('B'))).replace(
    '</GrpHdr>',
    '<InitgPty><Nm>Office</Nm></InitgPty></GrpHdr>',
  )
  const bytes = new TextEncoder().encode(xml)
  const plan = planned([1])
  const { released, ...rest } = cutOf(bytes, plan)
  const text = new TextDecoder().decode(released?.bytes)
  expect(text).toContain(before)
  const changed = {
    ...rest,
    released: released && { ...released, bytes: new TextEncoder().encode(text.replace(before, after)) },
  }
  expect(verifyCut({ bytes, table: TABLE, map: MAP, plan }, changed)).toBe('line 1 has changed (released)')
})

test.each(['utf-8', 'utf-16le', 'windows-1252'] as const)(
  'a corrected name goes into an empty element, whose attributes stay as they are, in %s',
  (encoding) => {
    const xml = file(batch(order('A').replace('<Nm>Payee A</Nm>', '<Nm x="é" />'))).replace(
      /^/,
      `<?xml version="1.0" encoding="${encoding}"?>`,
    )
    const { released } = cutOf(encode(xml, encoding), planned([1], [[1, 'Zoë']]))
    expect(decodeAs(released?.bytes ?? new Uint8Array(), encoding)).toContain('<Nm x="é">Zoë</Nm>')
  },
)

test('an amount that no bank can pay stays in the held file, and counts in its declared sum', () => {
  const amount = '<InstdAmt Ccy="EUR">1.005</InstdAmt>'
  const xml = file(batch(order('A', { amount }) + order('B'), '<CtrlSum>2.005</CtrlSum>'))
  const { released, held } = cutOf(new TextEncoder().encode(xml), planned([2]))
  expect([released?.sums, held?.sums]).toEqual([{ EUR: '1.00' }, {}])
  expect(new TextDecoder().decode(held?.bytes)).toContain('<CtrlSum>1.005</CtrlSum>')
})

test('comments and sections within what a release replaces are no change of its lines', () => {
  const xml = file(batch(order('A') + order('B'), '<NbOfTxs>2<!-- n --></NbOfTxs>'))
    .replace('>M<', '><!-- <x> -->M<![CDATA[ & ]]><?p q?><')
    .replace('2026-03-30', '<!---->2026-03-30')
    .replace('<PmtInfId>', '<PmtInfId><!-- id -->')
  const { released, held } = cutOf(new TextEncoder().encode(xml), planned([1]))
  const [one, other] = [released, held].map((part) => new TextDecoder().decode(part?.bytes))
  expect(one).toContain('<MsgId>M-R1</MsgId><CreDtTm>2026-04-01T08:00:00</CreDtTm>')
  expect(other).toContain('<PmtInfId>B-H1</PmtInfId>')
})

const counted = (id: string) => batch(order(id), '<NbOfTxs>1</NbOfTxs>')
const plain = file(counted('A') + counted('B'))
const header = /<GrpHdr>.*<\/GrpHdr>/.exec(plain)?.[0] ?? ''
const second = plain.replace(header, '').replace(/>A</g, '>C<').replace(/>B</g, '>D<')
test.each([
  ['no header', plain.replace(header, '')],
  ['its header after its batches', plain.replace(header, '').replace('</CstmrCdtTrfInitn>', `${header}$&`)],
  ['a second message without a header', `<x>${plain}${second}</x>`],
])('a file with %s is cut, and its declared totals are verified', (_, xml) => {
  cutOf(new TextEncoder().encode(xml), planned([1]))
})

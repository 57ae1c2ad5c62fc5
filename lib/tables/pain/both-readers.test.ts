import { expect, test } from 'vitest'
import { readPaymentFile } from '@/lib/tables/payments/payment-file'
import { readFile } from '@/lib/tables/read/read-file'

const MAP = { iban: 2, name: [1], instead: [], reference: 0, note: null }
const order = (id: string) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1.00</InstdAmt></Amt><Cdtr><Nm>Payee ${id}</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct></CdtTrfTxInf>`
const batch = (inside: string) => `<PmtInf><NbOfTxs>1</NbOfTxs>${inside}</PmtInf>`
const message = (inside: string) =>
  `<CstmrCdtTrfInitn><GrpHdr><NbOfTxs>1</NbOfTxs></GrpHdr>${inside}</CstmrCdtTrfInitn>`
const file = (inside: string) => `<Document>\n${message(inside)}</Document>`
const one = file(batch(order('A')))
const extra = (inside: string) => `<SplmtryData><Envlp>${inside}</Envlp></SplmtryData>`

/** What the reader of uploads and that of payment runs find: the payments and wrong totals, or the problem. */
function bothOf(xml: string) {
  const bytes = new TextEncoder().encode(xml)
  const table = readFile(bytes)
  const run = readPaymentFile(bytes, { format: 'payments' }, MAP)
  return [
    'problem' in table
      ? table
      : {
          ids: table.records.map(({ cells }) => cells[0]),
          wrong: (table.notes ?? []).some(({ code }) => code !== 'dates_unreadable'),
        },
    'problem' in run
      ? run
      : { ids: run.lines.map(({ endToEndId }) => endToEndId), wrong: run.file.whole === 'totals_differ' },
  ]
}

test.each([
  [
    'a message in the supplementary data of a payment',
    one.replace('</Cdtr>', `</Cdtr>${extra(message(''))}`),
    ['A'],
  ],
  [
    'a message in the supplementary data of a batch',
    file(batch(order('A') + extra(message(batch(''))))),
    ['A'],
  ],
  ['a second message', `<x>${one}${file(batch(order('B')))}</x>`, ['A', 'B']],
])('both readers read the same payments beside %s', (_, xml, ids) => {
  expect(bothOf(xml)).toEqual([
    { ids, wrong: false },
    { ids, wrong: false },
  ])
})

const inOrder = (part: string) => one.replace('</CdtTrfTxInf>', `${part}</CdtTrfTxInf>`)
const IBAN = '<IBAN>DE89370400440532013000</IBAN>'
test.each([
  ['several pieces of remittance information', inOrder('<RmtInf><Ustrd>a</Ustrd><Ustrd>b</Ustrd></RmtInf>')],
  [
    'a structured reference',
    inOrder('<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>'),
  ],
  [
    'an equivalent amount',
    one.replace('<InstdAmt Ccy="EUR">1.00</InstdAmt>', '<EqvtAmt><Amt Ccy="CHF">1</Amt></EqvtAmt>'),
  ],
  ['a number of a bank as its account', one.replace(IBAN, '<BBAN>12 34</BBAN>')],
  ['an account of an old version', one.replace(IBAN, '<PrtryAcct><Id>12 34</Id></PrtryAcct>')],
  ['an account without a number', one.replace(IBAN, '<Othr><Id/></Othr>')],
  ['a day after it', one.replace('</PmtInf>', '<ReqdExctnDt><Dt>2026-03-31</Dt></ReqdExctnDt></PmtInf>')],
  ['an element within its name', one.replace('<Nm>', '<Nm>Some<x/>body ')],
])('both readers read the same of a payment with %s', (_, xml) => {
  const bytes = new TextEncoder().encode(xml)
  const table = readFile(bytes)
  const run = readPaymentFile(bytes, { format: 'payments' }, MAP)
  if ('problem' in table || 'problem' in run) throw new Error('it should be read')
  const [id, name, account = '', , amount, currency, day, remittance] = table.records[0]?.cells ?? []
  const other = table.records[0]?.traits !== undefined
  expect(run.lines).toMatchObject([
    {
      ...{ endToEndId: id, name: name || null, amount, currency },
      ...{ account: amount === '1' ? 'equivalent' : other ? 'other' : account ? 'iban' : 'none' },
      ...{ iban: other ? null : account || null, otherAccount: other ? account.replace(' ', '') : null },
      ...{ dueOn: day || null, remittance: remittance || null },
    },
  ])
})

const debits = '<Document><CstmrDrctDbtInitn/></Document>'
test.each([
  ['a direct debit after the payments', `<x>${one}\n${debits}</x>`, 'payments_other', 3, 'CstmrDrctDbtInitn'],
  ['a line ending of an old Mac', `<x>${one}\r${debits}</x>`, 'payments_other', 3, 'CstmrDrctDbtInitn'],
  ['a direct debit before the payments', `<x>${debits}${one}</x>`, 'payments_other', 1, 'CstmrDrctDbtInitn'],
  [
    'transfers between banks',
    `<x>${one}<Document><FIToFICstmrCdtTrf>${order('B')}</FIToFICstmrCdtTrf></Document></x>`,
    ...(['payments_other', 2, 'FIToFICstmrCdtTrf'] as const),
  ],
  [
    'payments in another element of the envelope',
    `<x>${one}<Old>${order('B')}</Old></x>`,
    ...(['payments_other', 2, 'CdtTrfTxInf'] as const),
  ],
  [
    'sixty levels in a name',
    one.replace('<Nm>', `<Nm>${'<a>'.repeat(60)}${'</a>'.repeat(60)}`),
    'payments_broken',
    2,
    'a',
  ],
  ['a payment without a batch', file(order('A')), 'payments_broken', 2, 'CdtTrfTxInf'],
  [
    'a payment within another',
    one.replace('</Cdtr>', `</Cdtr>\n${extra(order('B'))}`),
    ...(['payments_broken', 3, 'CdtTrfTxInf'] as const),
  ],
  [
    'a payment in the supplementary data of its batch',
    file(batch(order('A') + extra(batch(order('B'))))),
    ...(['payments_broken', 2, 'CdtTrfTxInf'] as const),
  ],
])('both readers refuse a file with %s in the same place', (_, xml, problem, line, element) => {
  const [table, run] = bothOf(xml)
  expect(run).toMatchObject({ problem, line, element })
  expect(table).toEqual(run)
})

const stuffed = (name: string) => one.replace('<Cdtr><Nm>', `<Cdtr><Nm>${name}`)
test.each([
  ['accept a text with the most characters', stuffed('€'.repeat(65_000)), { ids: ['A'], wrong: false }],
  ['refuse a longer text', stuffed('a'.repeat(200_000)), { problem: 'payments_broken', element: 'Nm' }],
  [
    'refuse a longer tag',
    one.replace('<Cdtr>', `<Cdtr a="${'a'.repeat(200_000)}">`),
    { problem: 'payments_broken' },
  ],
])('both readers %s', (_, xml, expected) => {
  expect(bothOf(xml)).toMatchObject([expected, expected])
})

const inFile = `<Document>\n${message(batch(order('A')))}</Document>`
  .replace('<GrpHdr>', '<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-03-30T10:00:00</CreDtTm><CtrlSum>1</CtrlSum>')
  .replace('<PmtInf>', '<PmtInf><PmtInfId>P</PmtInfId><CtrlSum>1</CtrlSum>')
const twice = (text: string, place: string) => inFile.replace(place, `\n${text}${place}`)
test.each([
  ['GrpHdr', twice('<GrpHdr/>', '<PmtInf>')],
  ['MsgId', twice('<MsgId>M</MsgId>', '</GrpHdr>')],
  ['CreDtTm', twice('<CreDtTm/>', '</GrpHdr>')],
  ['NbOfTxs', twice('<NbOfTxs>1</NbOfTxs>', '</GrpHdr>')],
  ['CtrlSum', twice('<CtrlSum>1</CtrlSum>', '</GrpHdr>')],
  ['PmtInfId', twice('<PmtInfId>P</PmtInfId>', '</PmtInf>')],
  ['NbOfTxs', twice('<NbOfTxs>1</NbOfTxs>', '</PmtInf>')],
  ['CtrlSum', twice('<CtrlSum>1</CtrlSum>', '</PmtInf>')],
  ['DbtrAcct', twice('<DbtrAcct><Id><IBAN>A</IBAN><Othr><Id>1</Id></Othr></Id></DbtrAcct>', '</PmtInf>')],
])('both readers refuse a second %s in its place', (element, xml) => {
  expect(bothOf(inFile)[0]).toEqual({ ids: ['A'], wrong: false })
  const refused = { problem: 'payments_repeated', line: 3, element }
  expect(bothOf(xml)).toEqual([refused, refused])
})

const within = (element: string, place = '</GrpHdr>') =>
  inFile.replace(new RegExp(`<(${element})>([^<]*)</${element}>(?=.*${place})`), '\n<$1>$2<x><y/></x></$1>')
test.each([
  ['MsgId', within('MsgId')],
  ['CreDtTm', within('CreDtTm')],
  ['NbOfTxs', within('NbOfTxs')],
  ['CtrlSum', within('CtrlSum')],
  ['PmtInfId', within('PmtInfId', '</PmtInf>')],
])('both readers refuse an element within %s, which a release replaces, in its place', (element, xml) => {
  const refused = { problem: 'payments_broken', line: 3, element }
  expect(bothOf(xml)).toEqual([refused, refused])
})

test('a file of no known version with thousands of messages, or of pieces of remittance information, is read', () => {
  const many = `<x>${file(`${batch(order('A'))}<!--${' '.repeat(3_000)}-->`).repeat(5_000)}</x>`
  expect(bothOf(many)).toMatchObject([{ wrong: false }, { wrong: false }])
  const pieces = '<Ustrd>x</Ustrd>'.repeat(200_000)
  const long = one.replace('</CdtTrfTxInf>', `<RmtInf>${pieces}</RmtInf></CdtTrfTxInf>`)
  expect(bothOf(long)[1]).toEqual({ ids: ['A'], wrong: false })
})

test.each(['\n', ' '])(
  'both readers refuse a file with %j before its declaration, which no bank reads',
  (before) => {
    const refused = { problem: 'payments_broken', line: before === '\n' ? 2 : 1, value: '<?xml' }
    expect(bothOf(`${before}<?xml version="1.0" encoding="UTF-8"?>${one}`)).toEqual([refused, refused])
  },
)

test.each(['UTF-7', 'unicode-1-1-utf-7', 'ISO-2022-KR', 'hz-gb-2312'])(
  'both readers refuse a file in %s, in which a bank can find a payment that is a text to us',
  (label) => {
    const text = '+ADw-/Nm+AD4APA-/Dbtr+AD4APA-CdtTrfTxInf+AD4-'
    const hidden = one.replace('<CdtTrfTxInf>', `<Dbtr><Nm>${text}</Nm></Dbtr><CdtTrfTxInf>`)
    expect(bothOf(hidden)[1]).toEqual({ ids: ['A'], wrong: false })
    const declared = (before: string) => `<?xml version="1.0"${before} encoding="${label}"?>${hidden}`
    const refused = { problem: 'encoding_undetermined', line: 1 }
    for (const before of ['', ' '.repeat(500)]) expect(bothOf(declared(before))).toEqual([refused, refused])
  },
)

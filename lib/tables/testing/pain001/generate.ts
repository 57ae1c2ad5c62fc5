import fc from 'fast-check'
import type { Encoding } from '@/lib/tables/text/choices'
import { encodeText } from '../write-table'

/** Shapes of pain.001 files, and their texts as an independent writer writes them. */
type GeneratedOrder = {
  /** digits without a point, and how many of them come after it */
  amount: { digits: number; places: number }
  currency: string
  account: string
  name: string
  comment: string
  swapped: boolean
}
type GeneratedBatch = {
  id: string
  count: boolean
  sum: boolean
  date: string
  comment: string
  orders: GeneratedOrder[]
}
type GeneratedMessage = {
  id: string
  time: number
  sum: boolean
  swapped: boolean
  batches: GeneratedBatch[]
}
export type GeneratedFile = {
  version: string
  prefix: string
  wrapper: 'none' | 'envelope' | 'container'
  encoding: { label: string; encoding: Encoding; mark: boolean }
  lineEnd: string
  messages: GeneratedMessage[]
}

export const RELEASED_AT = '2026-11-24T18:40:12.345Z'
/** Forms of CreDtTm, with RELEASED_AT in the same form. */
const TIMES = [
  ['2026-03-12T10:15:00', '2026-11-24T18:40:12'],
  ['2026-03-12T10:15:00Z', '2026-11-24T18:40:12Z'],
  ['2026-03-12T10:15:00.123', '2026-11-24T18:40:12.345'],
  ['2026-03-12T10:15:00.1234567+01:00', '2026-11-24T19:40:12.3450000+01:00'],
  ['2026-03-12T10:15:00-05:30', '2026-11-24T13:10:12-05:30'],
] as const

const VERSIONS = [
  ...['pain.001.001.02', 'pain.001.001.03', 'pain.001.001.08', 'pain.001.001.09', 'pain.001.001.10'],
  ...['pain.001.001.11', 'pain.001.001.12', 'pain.001.002.03', 'pain.001.003.03', 'pain.001.001.03.ch.02'],
]
const ENCODINGS = [
  { label: '', encoding: 'utf-8', mark: false },
  { label: 'UTF-8', encoding: 'utf-8', mark: true },
  { label: 'ISO-8859-1', encoding: 'windows-1252', mark: false },
  { label: 'windows-1252', encoding: 'windows-1252', mark: false },
  { label: 'UTF-16', encoding: 'utf-16le', mark: true },
  { label: 'UTF-16', encoding: 'utf-16be', mark: true },
  { label: 'utf-16', encoding: 'utf-16le', mark: false },
] as const

/** Contents of Cdtr/Nm; all of them in every encoding above. */
const NAMES = [
  ...['Jean Dupont', 'Zoé &amp; Fils', '<![CDATA[Müller & <Söhne>]]>', '<!-- <Nm> -->Ann', ' \r\n B&#xF8;b '],
  ...['A &gt; B', 'x<!-- ]]> & -->y', '<?p Nm>?>Ña'],
]
const ACCOUNTS = [
  '<IBAN>FR7630006000011234567890189</IBAN>',
  '<IBAN> DE89 3704 0044 0532 0130 00\n</IBAN>',
  '<Othr><Id>12345678</Id></Othr>',
]
const COMMENTS = ['', '', '<!-- <CdtTrfTxInf> > -->', '<?app a="<PmtInf>"?>']
const DATES = ['2026-03-31', '<Dt>2026-03-31</Dt>', '<DtTm>2026-03-31T08:00:00</DtTm>']

const order: fc.Arbitrary<GeneratedOrder> = fc.record({
  amount: fc.record({
    digits: fc.integer({ min: 1, max: 99_999_999 }),
    places: fc.integer({ min: 0, max: 3 }),
  }),
  currency: fc.constantFrom('EUR', 'CHF'),
  account: fc.constantFrom(...ACCOUNTS),
  name: fc.constantFrom(...NAMES),
  comment: fc.constantFrom(...COMMENTS),
  swapped: fc.boolean(),
})
const batch: fc.Arbitrary<GeneratedBatch> = fc.record({
  id: fc.constantFrom('P', 'Lot &amp; 7', '<![CDATA[B]]>', 'P'.repeat(33)),
  count: fc.boolean(),
  sum: fc.boolean(),
  date: fc.constantFrom(...DATES),
  comment: fc.constantFrom(...COMMENTS),
  orders: fc.array(order, { minLength: 1, maxLength: 4 }),
})
const message: fc.Arbitrary<GeneratedMessage> = fc.record({
  id: fc.constantFrom('M-1', ' M2 ', '<![CDATA[M3]]>'),
  time: fc.nat(TIMES.length - 1),
  sum: fc.boolean(),
  swapped: fc.boolean(),
  batches: fc.array(batch, { minLength: 1, maxLength: 3 }),
})

/** Files in every version, encoding, prefix and wrapper. */
export const files: fc.Arbitrary<GeneratedFile> = fc
  .record({
    version: fc.constantFrom(...VERSIONS),
    prefix: fc.constantFrom('', 'p:', 'pain-001:'),
    wrapper: fc.constantFrom('none' as const, 'envelope' as const, 'container' as const),
    encoding: fc.constantFrom(...ENCODINGS),
    lineEnd: fc.constantFrom('', '\n', '\r\n\t'),
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
  })
  .map((file) => ({
    ...file,
    messages: file.wrapper === 'container' ? file.messages : file.messages.slice(0, 1),
  }))

/** What a part keeps and changes; without one, the original is written. */
export type Part = {
  kind: 'released' | 'held'
  keeps: (line: number) => boolean
  /** Content of Cdtr/Nm by line, as written */
  names: Map<number, string>
}

type NumberedOrder = GeneratedOrder & { line: number }

/** The file as bytes. */
export function bytesOf(file: GeneratedFile, part?: Part): Uint8Array {
  const { encoding, mark } = file.encoding
  return encodeText(textOf(file, part), encoding, mark)
}

function textOf(file: GeneratedFile, part: Part | undefined): string {
  const { lineEnd, wrapper } = file
  const label = file.encoding.label
  const declaration = label && `<?xml version="1.0" encoding="${label}"?>\n`
  let line = 0
  let kept = 0
  const documents = file.messages.map((message) => {
    const batches = message.batches.map((batch) => ({
      ...batch,
      orders: batch.orders.map((each): NumberedOrder => ({ ...each, line: ++line })),
    }))
    const isKept = batches.some(({ orders }) => orders.some((each) => part?.keeps(each.line) ?? true))
    const text = isKept ? documentOf(file, { ...message, batches }, part, kept) : ''
    if (isKept) kept += 1
    return text && wrapper === 'container'
      ? `${lineEnd}<c:Msg a=">">${lineEnd}${text}${lineEnd}</c:Msg>`
      : text
  })
  const body = documents.join('')
  if (wrapper === 'none') return declaration + body
  return `${declaration}<c:Box xmlns:c="urn:x"><c:Id>1</c:Id>${body}${lineEnd}</c:Box><!-- end -->`
}

type NumberedBatch = Omit<GeneratedBatch, 'orders'> & { orders: NumberedOrder[] }
type NumberedMessage = Omit<GeneratedMessage, 'batches'> & { batches: NumberedBatch[] }

function documentOf(
  file: GeneratedFile,
  message: NumberedMessage,
  part: Part | undefined,
  index: number,
): string {
  const { version, lineEnd } = file
  const x = file.prefix
  const e = (name: string, content: string) => `<${x}${name}>${content}</${x}${name}>`
  const all = message.batches.flatMap(({ orders }) => orders)
  const totals = totalsOf(all, part)
  const [time, releaseTime] = TIMES[message.time] ?? TIMES[0]
  const suffix = part?.kind === 'held' ? 'H' : 'R'
  const id = part ? `PLAN-${suffix}1${index === 0 ? '' : `.${index + 1}`}` : message.id
  const first = [e('MsgId', id), e('CreDtTm', part ? releaseTime : time)]
  const sums = [e('NbOfTxs', totals.count), message.sum ? e('CtrlSum', totals.sum) : '']
  const head = message.swapped ? [...sums, ...first] : [...first, ...sums]
  const used = new Set<string>()
  const batches = message.batches.map((batch) => batchOf({ x, e, lineEnd }, batch, part, used)).join('')
  const inside = `${e('GrpHdr', head.join(lineEnd))}${batches}<!-- after -->${lineEnd}`
  const root = version === 'pain.001.001.02' ? version : 'CstmrCdtTrfInitn'
  const space = `xmlns${x && `:${x.slice(0, -1)}`}="urn:iso:std:iso:20022:tech:xsd:${version}"`
  return `<${x}Document ${space}>${e(root, inside)}</${x}Document>`
}

type Writer = { x: string; e: (name: string, content: string) => string; lineEnd: string }

function batchOf(
  { x, e, lineEnd }: Writer,
  batch: NumberedBatch,
  part: Part | undefined,
  used: Set<string>,
): string {
  if (part && !batch.orders.some(({ line }) => part.keeps(line))) return batch.comment
  const totals = totalsOf(batch.orders, part)
  const id = part?.kind === 'held' ? heldId(batch.id, used) : batch.id
  const orders = batch.orders.map((each) => {
    if (part && !part.keeps(each.line)) return each.comment
    return `${each.comment}${lineEnd}${orderOf({ x, e, lineEnd }, each, part)}`
  })
  const content = [
    e('PmtInfId', id),
    e('PmtMtd', 'TRF'),
    batch.count ? e('NbOfTxs', totals.count) : '',
    batch.sum ? e('CtrlSum', totals.sum) : '',
    e('ReqdExctnDt', batch.date.replace(/<(\/?)(?=Dt)/g, `<$1${x}`)),
    e('Dbtr', e('Nm', 'Accord')),
    ...orders,
  ]
  return `${batch.comment}${lineEnd}${e('PmtInf', `${content.join('')}${lineEnd}`)}`
}

function heldId(id: string, used: Set<string>): string {
  const [plain, escaped] = id.startsWith('Lot') ? ['Lot & 7', 'Lot &amp; 7'] : [id, id]
  const base = plain.replace(/<!\[CDATA\[|\]\]>/g, '')
  let tail = '-H1'
  for (let n = 2; used.has(base.slice(0, 35 - tail.length) + tail); n++) tail = `-H1.${n}`
  const cut = base.slice(0, 35 - tail.length)
  used.add(cut + tail)
  return (plain === escaped ? cut : escaped) + tail
}

function orderOf({ x, e }: Writer, { amount, ...order }: NumberedOrder, part: Part | undefined): string {
  const name = part?.names.get(order.line) ?? order.name
  const account = order.account.replace(/<(\/?)(?=\w)/g, `<$1${x}`)
  const parties = [e('Cdtr', e('Nm', name)), e('CdtrAcct', e('Id', account))]
  const paid = `<${x}InstdAmt Ccy="${order.currency}">${decimal(BigInt(amount.digits), amount.places)}</${x}InstdAmt>`
  return `<${x}CdtTrfTxInf >${e('PmtId', e('EndToEndId', `E${order.line}`))}${e('Amt', paid)}${(order.swapped ? parties.toReversed() : parties).join('')}<${x}Purp/></${x}CdtTrfTxInf\n>`
}

const decimal = (digits: bigint, places: number): string => {
  const text = String(digits).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** Where all lines are kept, the original totals stay; its own way of writing the sum shows that. */
function totalsOf(orders: NumberedOrder[], part: Part | undefined): { count: string; sum: string } {
  const kept = orders.filter(({ line }) => part?.keeps(line) ?? true)
  const places = Math.max(...orders.map(({ amount }) => amount.places))
  const sum = kept.reduce(
    (all, { amount }) => all + BigInt(amount.digits) * 10n ** BigInt(places - amount.places),
    0n,
  )
  if (kept.length === orders.length) return { count: ` 0${kept.length}`, sum: `+${decimal(sum, places)}` }
  return { count: String(kept.length), sum: decimal(sum, places) }
}

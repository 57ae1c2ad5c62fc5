import {
  type ColumnMap,
  MAX_BYTES,
  MAX_CELL,
  type ParsedTable,
  type Rec,
  type TableProblem,
} from '@/lib/tables/table'
import { decodeXml } from '@/lib/tables/xml/decode-xml'
import { brokenPlace, undecodablePlace } from '@/lib/tables/xml/place'
import { BrokenXml, MAX_ELEMENT, readXml } from '@/lib/tables/xml/read-xml'
import { dateNotes, dateTextOf } from './dates'
import { problemOf, TooManyOrders } from './mistakes'
import { firstText, foreignIn, NOWHERE, type OrderPart, OutlineReader, ordersOf, refusalOf } from './outline'
import { AMOUNTS, agentsOf, ORDER, OTHER_ACCOUNTS, REMITTANCE } from './paths'
import { sumNotes } from './sums'

const PAYMENT_HEADERS = [
  ...['EndToEndId', 'Creditor name', 'Creditor account', 'BIC'],
  ...['Amount', 'Currency', 'Execution date', 'Remittance'],
]
const at = (header: string) => PAYMENT_HEADERS.indexOf(header)
const [ACCOUNT, AMOUNT, DATE] = [at('Creditor account'), at('Amount'), at('Execution date')]

const AGENTS = agentsOf('CdtrAgt')

const MAP: ColumnMap = {
  iban: ACCOUNT,
  name: [at('Creditor name')],
  instead: [],
  reference: at('EndToEndId'),
  note: null,
}

/** Where the amounts of payment orders are. They are no columns for a person to choose. */
export const ORDER_AMOUNTS = { amount: AMOUNT, currency: at('Currency') }

/**
 * Reads payment orders (ISO 20022 pain.001, any version and prefix) into a table with one row per transaction and the
 * payee's side only. An account that isn't an IBAN keeps its text and the trait `other_account`. Declared numbers
 * and sums (NbOfTxs, CtrlSum) that differ from the content are in `notes`. Returns `header_not_found` for other XML,
 * `payments_other` for other ISO 20022 messages, also beside payments, `payments_broken` for malformed XML or an
 * element within an ID, time or total that a release replaces, and `payments_repeated` for a second header, ID or
 * total, or a second payee, account or amount of one transaction.
 */
export function readPayments(bytes: Uint8Array): ParsedTable | TableProblem {
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  const decoded = decodeXml(bytes)
  if (decoded === null) return { problem: 'encoding_undetermined', ...undecodablePlace(bytes) }
  const { outline, read } = recordReader()
  try {
    read(decoded.text)
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error
    const isPayments = error instanceof TooManyOrders || /^\s+<\?xml\s/.test(decoded.text)
    const foreign = isPayments ? undefined : foreignIn(outline)
    return foreign ?? { problem: problemOf(error), ...brokenPlace(error, decoded.text) }
  }
  const refusal = refusalOf(outline)
  if (refusal) return refusal
  for (const { texts, orders } of outline.messages.flatMap(({ batches }) => batches)) {
    const date = dateTextOf(texts) ?? ''
    for (const { cells } of orders) cells[DATE] = date
  }
  return {
    format: 'payments',
    encoding: decoded.encoding,
    bom: decoded.bom,
    delimiter: ';',
    lineEnd: 'none',
    headerRow: null,
    headers: PAYMENT_HEADERS,
    records: ordersOf(outline.messages),
    map: MAP,
    notes: [...sumNotes(outline.messages, ({ cells }) => cells[AMOUNT]), ...dateNotes(outline.messages)],
  }
}

/** Reads the orders of a text into records. The dates of their batches are missing. */
function recordReader() {
  let number = 0
  let [line, orderLine] = [0, 0]
  let attributes: Record<string, string> = {}
  let [text, leaf] = ['', false]
  const tag = { line: () => line, attribute: (name: string) => attributes[name] ?? null, text: () => text }
  const reader = new OutlineReader(tag, (order) => recordOf(order, ++number, orderLine))
  const read = (xml: string) =>
    readXml(xml, {
      longest: MAX_ELEMENT,
      open(name, given, tagLine) {
        line = tagLine
        if (name === ORDER) orderLine = line
        attributes = given
        text = ''
        leaf = true
        reader.open(name)
      },
      text(piece) {
        text += piece
      },
      close() {
        reader.close(NOWHERE, leaf)
        text = ''
        leaf = false
      },
    })
  return { outline: reader.outline, read }
}

function recordOf({ texts, currency }: OrderPart, number: number, line: number): Rec {
  const iban = firstText(texts, 'CdtrAcct/Id/IBAN')
  const other = iban === null ? firstText(texts, ...OTHER_ACCOUNTS) : null
  const cells = [
    ...[firstText(texts, 'PmtId/EndToEndId'), firstText(texts, 'Cdtr/Nm'), iban ?? other],
    ...[firstText(texts, ...AGENTS), firstText(texts, ...AMOUNTS), currency, null],
    firstText(texts, ...REMITTANCE),
  ].map((cell) => cell?.slice(0, MAX_CELL) ?? '')
  return { number, line, cells, ...(other !== null && { traits: { [ACCOUNT]: 'other_account' } }) }
}

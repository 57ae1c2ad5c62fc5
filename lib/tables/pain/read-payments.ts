import {
  type ColumnMap,
  MAX_BYTES,
  MAX_CELL,
  MAX_RECORDS,
  type ParsedTable,
  type Rec,
  type TableProblem,
} from '@/lib/tables/table'
import { decodeXml } from '@/lib/tables/xml/decode-xml'
import { brokenPlace, undecodablePlace } from '@/lib/tables/xml/place'
import { BrokenXml, readXml } from '@/lib/tables/xml/read-xml'
import { demandOnce, problemOf, TooManyOrders } from './mistakes'
import { isOther, MESSAGES, ORDER } from './paths'
import { type Sums, sumNotes } from './sums'

/** The columns of the table, with their paths below a transaction (CdtTrfTxInf). */
const COLUMNS = {
  EndToEndId: 'PmtId/EndToEndId',
  'Creditor name': 'Cdtr/Nm',
  'Creditor account': 'CdtrAcct/Id/IBAN',
  BIC: 'CdtrAgt/FinInstnId/BIC',
  Amount: 'Amt/InstdAmt',
  Currency: 'Amt/InstdAmt/@Ccy',
  'Execution date': '',
  Remittance: 'RmtInf/Ustrd',
}
const PAYMENT_HEADERS = Object.keys(COLUMNS)
const PATHS = Object.values(COLUMNS)
const at = (header: keyof typeof COLUMNS) => PAYMENT_HEADERS.indexOf(header)

const MAP: ColumnMap = {
  iban: at('Creditor account'),
  name: [at('Creditor name')],
  instead: [],
  reference: at('EndToEndId'),
  note: null,
}

/** Other paths of the same values: of the BIC since version 09, and of equivalent amounts. */
const ALIASES: Record<string, string> = {
  'CdtrAgt/FinInstnId/BICFI': 'CdtrAgt/FinInstnId/BIC',
  'Amt/EqvtAmt/Amt': 'Amt/InstdAmt',
}
const OTHER_ACCOUNT = 'CdtrAcct/Id/Othr/Id'

/** Shortens numbers, sums, IDs and dates for display. The schema allows 35 characters at most. */
const short = (text: string) => text.trim().slice(0, 50)

/**
 * Reads payment orders (ISO 20022 pain.001, any version and prefix) into a table with one row per transaction and the
 * payee's side only. An account that isn't an IBAN keeps its text and the trait `other_account`. Declared numbers
 * and sums (NbOfTxs, CtrlSum) that differ from the content are in `notes`. Returns `header_not_found` for other XML,
 * `payments_other` for other ISO 20022 messages, also beside payments, `payments_broken` for malformed XML, and
 * `payments_repeated` for a second header, ID or total, or a second payee, account or amount of one transaction.
 */
export function readPayments(bytes: Uint8Array): ParsedTable | TableProblem {
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  const decoded = decodeXml(bytes)
  if (decoded === null) return { problem: 'encoding_undetermined', ...undecodablePlace(bytes) }
  const reader = paymentReader()
  try {
    readXml(decoded.text, reader.events)
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error
    const isPayments = error instanceof TooManyOrders || /^\s+<\?xml\s/.test(decoded.text)
    const foreign = isPayments ? undefined : reader.foreign()
    return foreign ?? { problem: problemOf(error), ...brokenPlace(error, decoded.text) }
  }
  const foreign = reader.foreign()
  if (foreign) return foreign
  if (reader.records.length === 0) return { problem: 'file_empty', ...reader.start() }
  return {
    ...{ format: 'payments', encoding: decoded.encoding, bom: decoded.bom },
    ...{ delimiter: ';', lineEnd: 'none', quotes: true, headerRow: null, headers: PAYMENT_HEADERS },
    records: reader.records,
    blankRows: 0,
    map: MAP,
    notes: sumNotes(reader.sums),
  }
}

function paymentReader() {
  const records: Rec[] = []
  const sums: Sums = []
  const path: string[] = []
  let text = ''
  /** The depths of the message and of the transaction that are being read; -1 outside of one. */
  let message = -1
  let depth = -1
  /** What the message, its header or batch, and the transaction have so far, and the line of the last tag. */
  const [inMessage, inPart, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let line = 0
  let date = ''
  type Place = { element: string; line: number }
  let root: Place | undefined
  let first: Place | undefined
  let other: Place | undefined

  const inside = () => path.slice(depth + 1).join('/')
  const current = () => records.at(-1) as Rec
  const put = (index: number, value: string) => {
    const { cells } = current()
    if (index >= 0 && cells[index] === '') cells[index] = value.trim().slice(0, MAX_CELL)
  }
  const startTransaction = () => {
    if (path.length !== message + 3 || path.at(-2) !== 'PmtInf')
      throw new BrokenXml('a payment is in the wrong place', line, {
        element: ORDER,
        raw: `<${path.at(-2)}>`,
      })
    if (records.length === MAX_RECORDS) throw new TooManyOrders(line)
    depth = path.length - 1
    records.push({ number: records.length + 1, line, cells: PAYMENT_HEADERS.map(() => '') })
    put(at('Execution date'), date)
    seen.clear()
  }
  const leaf = () => {
    const place = inside()
    demandOnce(seen, place, () => line)
    if (place === OTHER_ACCOUNT && current().cells[at('Creditor account')] === '') {
      put(at('Creditor account'), text)
      current().traits = { [at('Creditor account')]: 'other_account' }
      return
    }
    put(PATHS.indexOf(ALIASES[place] ?? place), text)
  }
  const declare = () => {
    const batch = sums.at(-1)?.batches.at(-1)
    const [part, ...rest] = path.slice(message + 1)
    const name = rest.join('/')
    demandOnce(inPart, name, () => line)
    const about = part === 'GrpHdr' ? sums.at(-1) : part === 'PmtInf' ? batch : undefined
    if (about && name === 'NbOfTxs') about.count = short(text)
    if (about && name === 'CtrlSum') about.sum = short(text)
    if (part !== 'PmtInf') return
    if (batch && name === 'PmtInfId') batch.id = short(text)
    if (/^ReqdExctnDt(?:\/Dt|\/DtTm)?$/.test(name)) date = short(text) || date
  }
  const openWithin = (name: string, attributes: Record<string, string>) => {
    if (path.length === message + 2) {
      demandOnce(inMessage, name, () => line)
      inPart.clear()
    }
    if (name === ORDER) startTransaction()
    else if (name === 'PmtInf' && path.length === message + 2) {
      sums.at(-1)?.batches.push({ id: '', amounts: [] })
      date = ''
    } else if (depth >= 0 && attributes.Ccy && inside() === PATHS[at('Amount')]) {
      put(at('Currency'), attributes.Ccy)
    }
  }
  const events = {
    open(name: string, attributes: Record<string, string>, tagLine: number) {
      path.push(name)
      line = tagLine
      text = ''
      const place = { element: name, line }
      root ??= place
      if (message >= 0) openWithin(name, attributes)
      else if (MESSAGES.includes(name)) {
        message = path.length - 1
        first ??= place
        inMessage.clear()
        sums.push({ batches: [] })
      } else if (isOther(name, path.at(-2))) other ??= place
    },
    text(piece: string) {
      text += piece
    },
    close() {
      const end = path.length - 1
      if (end === depth) {
        const amounts = sums.at(-1)?.batches.at(-1)?.amounts
        amounts?.push(current().cells[at('Amount')] ?? '')
        depth = -1
      } else if (depth >= 0) leaf()
      else if (end === message) message = -1
      else if (message >= 0) declare()
      path.pop()
      text = ''
    },
  }
  const foreign = (): TableProblem | undefined => {
    if (first && !other) return undefined
    const isPayments = first !== undefined || root?.element === 'Document'
    return { problem: isPayments ? 'payments_other' : 'header_not_found', ...(other ?? root) }
  }
  return { records, sums, events, foreign, start: () => first }
}

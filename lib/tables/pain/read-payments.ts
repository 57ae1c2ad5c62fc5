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
import { MESSAGES } from './paths'
import { demandOnce, problemOf } from './repeated'
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
const TRANSACTION = 'CdtTrfTxInf'

class TooMany extends Error {
  readonly line: number
  constructor(line: number) {
    super('too many payments')
    this.line = line
  }
}

/** Shortens numbers, sums, IDs and dates for display. The schema allows 35 characters at most. */
const short = (text: string) => text.trim().slice(0, 50)

/**
 * Reads payment orders (ISO 20022 pain.001, any version and prefix) into a table with one row per transaction and the
 * payee's side only. An account that isn't an IBAN keeps its text and the trait `other_account`. Declared numbers
 * and sums (NbOfTxs, CtrlSum) that differ from the content are in `notes`. Returns `header_not_found` for other XML,
 * `payments_other` for other ISO 20022 messages, `payments_broken` for malformed XML and `payments_repeated` for a second
 * payee, account or amount of one transaction.
 */
export function readPayments(bytes: Uint8Array): ParsedTable | TableProblem {
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  const decoded = decodeXml(bytes)
  if (decoded === null) return { problem: 'encoding_undetermined', ...undecodablePlace(bytes) }
  const reader = paymentReader()
  try {
    readXml(decoded.text, reader.events)
  } catch (error) {
    if (error instanceof BrokenXml)
      return reader.foreign() ?? { problem: problemOf(error), ...brokenPlace(error, decoded.text) }
    if (error instanceof TooMany) return { problem: 'too_many_rows', line: error.line, element: TRANSACTION }
    throw error
  }
  const foreign = reader.foreign()
  if (foreign) return foreign
  if (reader.records.length === 0) return { problem: 'file_empty', ...reader.first() }
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
  /** The depth of the transaction that is being read; -1 outside of one. */
  let depth = -1
  /** What the transaction has so far, and the line of the last tag. */
  const seen = new Set<string>()
  let line = 0
  let date = ''
  let isPayments = false
  let root = ''
  /** The element to name in a problem: the outermost one, then the first within a Document, then the first message. */
  let first: { element: string; line: number } | undefined

  const inside = () => path.slice(depth + 1).join('/')
  const current = () => records.at(-1) as Rec
  const put = (index: number, value: string) => {
    const { cells } = current()
    if (index >= 0 && cells[index] === '') cells[index] = value.trim().slice(0, MAX_CELL)
  }
  const startTransaction = () => {
    if (records.length === MAX_RECORDS) throw new TooMany(line)
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
  const declare = (name: string) => {
    const parent = path.at(-2)
    const message = sums.at(-1)
    const batch = message?.batches.at(-1)
    const about = parent === 'GrpHdr' ? message : parent === 'PmtInf' ? batch : undefined
    if (about && name === 'NbOfTxs') about.count = short(text)
    if (about && name === 'CtrlSum') about.sum = short(text)
    if (batch && parent === 'PmtInf' && name === 'PmtInfId') batch.id = short(text)
    if (name === 'ReqdExctnDt' || (parent === 'ReqdExctnDt' && (name === 'Dt' || name === 'DtTm'))) {
      date = short(text) || date
    }
  }
  const events = {
    open(name: string, attributes: Record<string, string>, tagLine: number) {
      path.push(name)
      line = tagLine
      root ||= name
      if (path.length === 1 || (path.length === 2 && path[0] === 'Document' && first?.element === 'Document'))
        first = { element: name, line }
      text = ''
      if (MESSAGES.includes(name)) {
        if (!isPayments) first = { element: name, line }
        isPayments = true
        sums.push({ batches: [] })
      } else if (name === 'PmtInf') {
        sums.at(-1)?.batches.push({ id: '', amounts: [] })
        date = ''
      } else if (name === TRANSACTION && isPayments && depth < 0) startTransaction()
      else if (depth >= 0 && attributes.Ccy && inside() === PATHS[at('Amount')]) {
        put(at('Currency'), attributes.Ccy)
      }
    },
    text(piece: string) {
      text += piece
    },
    close(name: string) {
      if (name === TRANSACTION && path.length - 1 === depth) {
        sums
          .at(-1)
          ?.batches.at(-1)
          ?.amounts.push(current().cells[at('Amount')] ?? '')
        depth = -1
      } else if (depth >= 0) leaf()
      else declare(name)
      path.pop()
      text = ''
    },
  }
  const foreign = (): TableProblem | undefined => {
    if (isPayments) return undefined
    return { problem: root === 'Document' ? 'payments_other' : 'header_not_found', ...first }
  }
  return { records, sums, events, foreign, first: () => first }
}

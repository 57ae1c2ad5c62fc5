import type { Budget } from '@/lib/tables/budget'
import { decimalOf } from '@/lib/tables/money/decimal'
import { REMITTANCE, USTRD } from '@/lib/tables/pain/paths'
import { MAX_RECORDS } from '@/lib/tables/table'
import { BrokenXml, readXml } from '@/lib/tables/xml/read-xml'
import {
  emptyDocument,
  emptyEntry,
  type ReportDocument,
  type ReportEntry,
  type ReportLevel,
  type ReportNote,
  type ReportProblem,
} from './report'
import { codeOf, countOf, createdAtOf, currencyOf, documentTopic, ibanOf, idOf } from './values'

const MAX_TEXT = 64 * 1024
const MAX_LEGEND = 100
const LONGEST_LEGEND = 1_000
/** The oldest version has the name of its schema instead of a message element. */
const OLD_ROOT = /^pain\.002\.\d{3}\.\d{2}$/
const VERSION = /pain\.002\.\d{3}\.\d{2}/

/** What is read from a file so far. Each document adds to it. */
export type ReportParts = {
  documents: ReportDocument[]
  lines: ReportEntry[]
  legend: Set<string>
  notes: ReportNote[]
}

class Stop extends Error {
  readonly problem: ReportProblem['problem']
  readonly line: number
  constructor(problem: ReportProblem['problem'], line: number) {
    super(problem)
    this.problem = problem
    this.line = line
  }
}

/**
 * Reads payment status reports (ISO 20022 pain.002) from text and adds what it finds to `parts`. Any version, namespace
 * prefix and element order is read, and several documents in a container. At an XML error, everything after it and the
 * incomplete line are lost, and a note says where.
 */
export function readPain002(
  text: string,
  into: ReportParts,
  { budget, file }: { budget: Budget; file?: string },
): ReportProblem | undefined {
  const reader = new Pain002Reader(into, file)
  try {
    readXml(text, reader, budget)
  } catch (error) {
    if (!(error instanceof BrokenXml || error instanceof Stop)) throw error
    const where = { line: error.line, ...(reader.place && { element: reader.place }) }
    if (error instanceof Stop) return { problem: error.problem, ...where }
    if (/too many others/.test(error.message)) return { problem: 'report_too_deep', ...where }
    if (/document type/.test(error.message)) return { problem: 'report_doctype', line: error.line }
    if (!reader.hasReport) return { problem: 'report_broken', ...where }
    reader.breakOff()
    into.notes.push({ code: 'cut_short', ...(file && { file }), ...where })
  }
  return reader.hasReport ? undefined : { problem: 'report_not_found' }
}

type OpenLevel = ReportLevel & { first: number }
type Count = { code: string | null; lines: number | null; sum: string | null }

/** Handles the events of the XML reader, and stores each value by its path. */
class Pain002Reader {
  hasReport = false
  readonly #into: ReportParts
  readonly #file: string | undefined
  readonly #path: string[] = []
  #text = ''
  #version: string | null = null
  #document: ReportDocument | undefined
  #firstLine = 0
  /** The texts above the lines of the document. */
  #legend = new Set<string>()
  #depthOfReport = -1
  #group: ReportLevel | undefined
  #batch: OpenLevel | undefined
  #count: Count | undefined
  #entry: ReportEntry | undefined
  #reference: string | null = null
  #depthOfEntry = -1

  constructor(into: ReportParts, file: string | undefined) {
    this.#into = into
    this.#file = file
  }

  /** The innermost element that is open. */
  get place(): string {
    return this.#path.at(-1) ?? ''
  }

  open = (name: string, attributes: Record<string, string>, line: number): void => {
    this.#path.push(name)
    this.#text = ''
    if (name === 'Document') this.#version = VERSION.exec(Object.values(attributes).join(' '))?.[0] ?? null
    if (this.#document === undefined) {
      if (name === 'CstmrPmtStsRpt' || OLD_ROOT.test(name)) this.#startReport()
      return
    }
    if (this.#entry) {
      if (name === 'InstdAmt' && attributes.Ccy) this.#entry.currency ??= currencyOf(attributes.Ccy)
    } else if (name === 'OrgnlPmtInfAndSts')
      this.#batch ??= { ...emptyLevel(), first: this.#into.lines.length }
    else if (name === 'NbOfTxsPerSts') this.#count ??= { code: null, lines: null, sum: null }
    else if (name === 'TxInfAndSts') this.#startEntry(line)
  }

  text = (piece: string): void => {
    const room = MAX_TEXT - this.#text.length
    this.#text += piece.slice(0, room).toWellFormed()
    if (piece.length > room && this.#into.notes.at(-1)?.code !== 'text_too_long')
      this.#note({ code: 'text_too_long', element: this.place })
  }

  close = (name: string): void => {
    if (this.#document) {
      if (this.#entry) this.#closeInEntry(name)
      else this.#closeAbove(name)
      if (this.#path.length - 1 === this.#depthOfReport) this.#endReport(true)
    }
    this.#path.pop()
    this.#text = ''
  }

  /** Ends at an XML error, and keeps what was complete before it. */
  breakOff(): void {
    if (this.#document) {
      this.#endBatch()
      this.#endReport(false)
    }
  }

  #note(note: ReportNote): void {
    this.#into.notes.push({ ...note, ...(this.#file && { file: this.#file }) })
  }

  #startReport(): void {
    this.hasReport = true
    this.#depthOfReport = this.#path.length - 1
    const version = this.#version ?? VERSION.exec(this.place)?.[0] ?? null
    this.#group = emptyLevel()
    this.#firstLine = this.#into.lines.length
    this.#legend = new Set()
    this.#document = { ...emptyDocument('status'), version }
  }

  #startEntry(line: number): void {
    const { lines, documents } = this.#into
    if (lines.length >= MAX_RECORDS) throw new Stop('too_many_rows', line)
    this.#depthOfEntry = this.#path.length - 1
    this.#entry = { ...emptyEntry(), position: lines.length + 1, document: documents.length }
    this.#reference = null
  }

  #closeInEntry(name: string): void {
    const entry = this.#entry as ReportEntry
    if (this.#path.length - 1 === this.#depthOfEntry) {
      entry.remittance ??= this.#reference
      this.#into.lines.push(entry)
      this.#entry = undefined
      return
    }
    if (name === 'AddtlInf') {
      if (this.#text !== '') entry.texts.push(this.#text)
      return
    }
    const path = this.#path.slice(this.#depthOfEntry + 1).join('/')
    if (REFERENCES.includes(path)) this.#reference ??= this.#text.trim() || null
    else if (Object.hasOwn(SETTERS, path)) SETTERS[path]?.(entry, this.#text)
  }

  #closeAbove(name: string): void {
    const text = this.#text
    if (name === 'AddtlInf') this.#explain(text.trim())
    else if (name === 'OrgnlPmtInfAndSts') this.#endBatch()
    else if (name === 'NbOfTxsPerSts') this.#endCount()
    else if (this.#count) setCount(this.#count, name, text)
    else this.#setHead(name, text)
  }

  #setHead(name: string, text: string): void {
    const document = this.#document as ReportDocument
    const level = this.#batch ?? (this.#group as ReportLevel)
    const parent = this.#path.at(-2)
    if (name === 'MsgId' && parent === 'GrpHdr') document.messageId ??= idOf(text)
    else if (name === 'CreDtTm' && parent === 'GrpHdr') document.createdAt ??= createdAtOf(text)
    else if (name === 'OrgnlMsgId') document.originalMessageId ??= idOf(text)
    else if (name === 'OrgnlPmtInfId') level.batchId ??= idOf(text)
    else if (name === 'GrpSts' || name === 'PmtInfSts') level.code ??= codeOf(text)
    else if (name === 'OrgnlNbOfTxs') level.lines ??= countOf(text)
    else if (name === 'OrgnlCtrlSum') level.sum ??= decimalOf(text)
  }

  #explain(text: string): void {
    for (const legend of [this.#into.legend, this.#legend])
      if (text !== '' && legend.size < MAX_LEGEND) legend.add(text.slice(0, LONGEST_LEGEND))
  }

  #endCount(): void {
    if (!this.#count) return
    const { code, lines, sum } = this.#count
    const level = this.#batch ?? (this.#group as ReportLevel)
    if (code !== null && lines !== null) level.counts.push({ code, lines, sum })
    this.#count = undefined
  }

  #endBatch(): void {
    if (!this.#batch) return
    const { first, ...level } = this.#batch
    this.#document?.levels.push(level)
    for (const entry of this.#into.lines.slice(first)) entry.batchId ??= level.batchId
    this.#batch = undefined
  }

  #endReport(complete: boolean): void {
    const document = this.#document as ReportDocument
    const group = this.#group as ReportLevel
    document.complete = complete
    document.levels.unshift(group)
    const messageId = document.originalMessageId
    for (const level of document.levels) level.messageId = messageId
    const lines = this.#into.lines.slice(this.#firstLine)
    for (const entry of lines) entry.messageId ??= messageId
    document.about = documentTopic(document.levels, lines, this.#legend)
    this.#into.documents.push(document)
    this.#document = undefined
  }
}

const emptyLevel = (): ReportLevel => ({
  messageId: null,
  batchId: null,
  code: null,
  lines: null,
  sum: null,
  counts: [],
})

function setCount(count: Count, name: string, text: string): void {
  if (name === 'DtldNbOfTxs') count.lines ??= countOf(text)
  else if (name === 'DtldSts') count.code ??= codeOf(text)
  else if (name === 'DtldCtrlSum') count.sum ??= decimalOf(text)
}

/** Structured references. As in a payment file, one counts only without unstructured remittance information. */
const REFERENCES = REMITTANCE.filter((path) => path !== USTRD).map((path) => `OrgnlTxRef/${path}`)

/** If a path occurs again, the first value stays. Only the remittance information has several pieces. */
type Setter = (entry: ReportEntry, text: string) => void
const SETTERS: Record<string, Setter> = {
  TxSts: (entry, text) => (entry.code ??= codeOf(text)),
  'StsRsnInf/Rsn/Cd': (entry, text) => (entry.reasonCode ??= codeOf(text)),
  'StsRsnInf/Rsn/Prtry': (entry, text) => (entry.reasonCode ??= idOf(text)),
  OrgnlPmtInfId: (entry, text) => (entry.batchId ??= idOf(text)),
  OrgnlInstrId: (entry, text) => (entry.instructionId ??= idOf(text)),
  OrgnlEndToEndId: (entry, text) => (entry.endToEndId ??= idOf(text)),
  OrgnlUETR: (entry, text) => (entry.uetr ??= idOf(text)?.toLowerCase() ?? null),
  'OrgnlTxRef/Amt/InstdAmt': (entry, text) => (entry.amount ??= decimalOf(text)),
  'OrgnlTxRef/Cdtr/Nm': (entry, text) => (entry.name ??= text.trim() || null),
  'OrgnlTxRef/Cdtr/Pty/Nm': (entry, text) => (entry.name ??= text.trim() || null),
  'OrgnlTxRef/CdtrAcct/Id/IBAN': (entry, text) => (entry.iban ??= ibanOf(text)),
  [`OrgnlTxRef/${USTRD}`]: (entry, text) => {
    const piece = text.trim()
    if (piece !== '') entry.remittance = entry.remittance === null ? piece : `${entry.remittance} ${piece}`
  },
}

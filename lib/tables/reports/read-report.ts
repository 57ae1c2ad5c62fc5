import { Budget, LimitExceeded } from '@/lib/tables/budget'
import { concatBytes } from '@/lib/tables/bytes'
import { MAX_BYTES } from '@/lib/tables/table'
import { isZip } from '@/lib/tables/text/kinds'
import { openZip, type ZipParts } from '@/lib/tables/workbook/zip'
import { BrokenZip, type ZipEntry } from '@/lib/tables/workbook/zip-directory'
import { unpack } from '@/lib/tables/workbook/zip-unpack'
import { decodeXml } from '@/lib/tables/xml/decode-xml'
import { countNotes } from './counts'
import { documentsIn } from './documents-in'
import { type ReportParts, readPain002 } from './pain002'
import { type BankReport, MAX_NOTES, type ReportProblem } from './report'
import { readReportTable } from './report-table'
import { nameIn } from './texts'
import { topicOf } from './values'

/** Problems that refuse the whole file. After others, the rest of the file is still read. */
const BREAKS_LIMIT = new Set<ReportProblem['problem']>(['report_doctype', 'report_too_deep', 'too_many_rows'])

/**
 * Reads a bank report: a pain.002, a ZIP of several, or a table of a bank's portal. The content decides which, never
 * the file name. Never throws for the content of a file: one that can't be read is a `ReportProblem`, and what was lost
 * of one that can is in `notes`.
 */
export function readBankReport(bytes: Uint8Array): BankReport | ReportProblem {
  if (bytes.length === 0) return { problem: 'file_empty' }
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  try {
    if (isXml(bytes)) return readXmlReport(bytes)
    return isZip(bytes) ? readZipReport(bytes) : readReportTable(bytes)
  } catch (error) {
    if (error instanceof LimitExceeded) return { problem: 'file_unpacks_too_large' }
    if (error instanceof BrokenZip) return { problem: 'report_zip' }
    throw error
  }
}

function readXmlReport(bytes: Uint8Array): BankReport | ReportProblem {
  const into = emptyParts()
  return readXmlInto(bytes, into, new Budget()) ?? finished(into)
}

function readZipReport(bytes: Uint8Array): BankReport | ReportProblem {
  const parts = openZip(bytes)
  if (parts.find('xl/workbook.xml')) return readReportTable(bytes)
  const into = emptyParts()
  for (const entry of parts.entries) {
    if (/(?:\/|\\)$/.test(entry.name) || /(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.name)) continue
    const problem = readEntry(bytes, entry, parts, into)
    if (problem?.problem === 'too_many_rows') return problem
    if (problem) {
      const { line, element } = problem
      into.notes.push({ code: 'entry_unreadable', file: shortName(entry), line, element })
    }
  }
  return into.documents.length === 0 ? { problem: 'report_not_found' } : finished(into)
}

function readEntry(
  bytes: Uint8Array,
  entry: ZipEntry,
  { budget }: ZipParts,
  into: ReportParts,
): ReportProblem | undefined {
  if (entry.size > MAX_BYTES) return { problem: 'file_too_large' }
  try {
    const content = concatBytes([...unpack(bytes, entry, budget)])
    if (!isXml(content)) return { problem: 'report_not_found' }
    return readXmlInto(content, into, budget, shortName(entry))
  } catch (error) {
    if (error instanceof BrokenZip) return { problem: 'report_zip' }
    throw error
  }
}

const shortName = ({ name }: ZipEntry): string => name.slice(-100)

/** Reads every document of a file. If one breaks a limit, nothing of the file is added. */
function readXmlInto(
  bytes: Uint8Array,
  into: ReportParts,
  budget: Budget,
  file?: string,
): ReportProblem | undefined {
  const text = textOf(bytes)
  if (text === null) return { problem: 'encoding_undetermined' }
  const before = { lines: into.lines.length, documents: into.documents.length }
  let problem: ReportProblem | undefined
  for (const document of documentsIn(text)) {
    const failed = readPain002(document, into, { budget, file })
    if (failed && BREAKS_LIMIT.has(failed.problem)) {
      into.lines.length = before.lines
      into.documents.length = before.documents
      return failed
    }
    problem ??= failed
  }
  if (into.documents.length === before.documents) return problem ?? { problem: 'report_not_found' }
  if (problem)
    into.notes.push({ code: 'entry_unreadable', file, line: problem.line, element: problem.element })
  return undefined
}

/** Decodes XML. An incomplete character at the end is left out. */
function textOf(bytes: Uint8Array): string | null {
  for (let cut = 0; cut <= 3; cut++) {
    const decoded = decodeXml(bytes.subarray(0, bytes.length - cut))
    if (decoded !== null) return decoded.text
  }
  return null
}

const emptyParts = (): ReportParts => ({ documents: [], lines: [], legend: new Set(), notes: [] })

function finished({ documents, lines, legend, notes }: ReportParts): BankReport {
  for (const line of lines) if (line.code === 'RVMC') line.bankName = nameIn(line.texts, legend)
  const byDocument = Map.groupBy(lines, ({ document }) => document)
  for (const [index, document] of documents.entries()) {
    if (notes.length >= MAX_NOTES) break
    for (const note of countNotes(document, byDocument.get(index) ?? [])) notes.push(note)
  }
  return {
    kind: 'pain002',
    about: topicOf(documents),
    documents,
    legend: [...legend],
    notes: notes.slice(0, MAX_NOTES),
    lines,
  }
}

const IGNORED = new Set([0, 9, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xff, 0xfe])

/** Whether the first character is `<`, after a byte order mark and white space. */
function isXml(bytes: Uint8Array): boolean {
  for (const byte of bytes.subarray(0, 1_000)) if (!IGNORED.has(byte)) return byte === 0x3c
  return false
}

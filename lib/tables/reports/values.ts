import { cleanIban } from '@/lib/iban/clean'
import { looksLikeIban } from '@/lib/tables/looks-like'
import {
  NAME_CODES,
  type ReportDocument,
  type ReportEntry,
  type ReportLevel,
  type ReportTopic,
} from './report'

/** Identifiers have at most 35 characters in the schema, but some banks send more. */
const LONGEST_ID = 70
const LONGEST_CODE = 35

/** An identifier as received, without spaces at its ends. Null if it is empty. */
export const idOf = (text: string | null | undefined): string | null =>
  text?.trim().slice(0, LONGEST_ID) || null

/** The codes of ISO 20022 without a digit: of payment statuses, of name checks, and of the usual reasons. */
const WORDS = [
  ...['ACCC', 'ACCP', 'ACFC', 'ACIS', 'ACSC', 'ACSP', 'ACTC', 'ACWC', 'ACWP', 'BLCK', 'CANC', 'CPUC', 'PART'],
  ...['PATC', 'PDNG', 'PRES', 'RCVD', 'RJCT', ...NAME_CODES],
  ...['AGNT', 'CNOR', 'CURR', 'CUST', 'DNOR', 'DUPL', 'FOCR', 'FRAD', 'LEGL', 'NARR', 'NOAS', 'TECH', 'UPAY'],
]

/** What is certainly a code. A bank may send a text in its place, even a name in capitals. */
export const REPORT_CODE = new RegExp(`^(?:[A-Z]{2}[0-9]{2}|[A-Z][0-9]{3}|${WORDS.join('|')})$`)

/** A code as masked roles see it: without a text in its place. */
export const maskCode = (code: string): string => (REPORT_CODE.test(code) ? code : '···')

/** A code as received, in capitals. */
export const codeOf = (text: string): string | null =>
  text.trim().slice(0, LONGEST_CODE).toUpperCase() || null

/** A currency code, in capitals. Null for anything else. */
export const currencyOf = (text: string): string | null =>
  /^\s*([A-Z]{3})\s*$/.exec(text.toUpperCase())?.[1] ?? null

/** A time of ISO 8601, as received. Null for anything else. */
export const createdAtOf = (text: string): string | null =>
  /^\s*(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?)\s*$/.exec(text)?.[1] ?? null

/** An IBAN without spaces, in upper case. Null for anything else. */
export const ibanOf = (text: string): string | null => (looksLikeIban(text) ? cleanIban(text) : null)

/** A count, which may also be written as `12.0` or with leading zeros. */
export function countOf(text: string): number | null {
  const [, digits] = /^\s*\+?0*(\d{1,9})(?:[.,]0*)?\s*$/.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

/** What a document with these levels and lines is about, and with this legend if they are pending only. */
export const documentTopic = (
  levels: readonly ReportLevel[],
  lines: readonly ReportEntry[],
  legend: Iterable<string>,
): ReportTopic => (isAboutNames(codesOf(levels, lines), legend) ? 'vop' : 'status')

/** Every code of a document: of lines, of levels, and of counts above zero. */
function codesOf(levels: readonly ReportLevel[], lines: readonly ReportEntry[]): Set<string | null> {
  const codes = new Set(lines.map(({ code }) => code))
  for (const level of levels) {
    codes.add(level.code)
    for (const count of level.counts) if (count.lines > 0) codes.add(count.code)
  }
  return codes
}

/** A file is about names if any document is. */
export const topicOf = (documents: readonly ReportDocument[]): ReportTopic =>
  documents.some(({ about }) => about === 'vop') ? 'vop' : 'status'

/** Whether a report with these codes is about names. */
function isAboutNames(codes: Iterable<string | null>, legend: Iterable<string>): boolean {
  const all = [...codes].filter((code) => code !== null)
  if (all.some((code) => NAME_CODES.includes(code))) return true
  if (all.some((code) => code !== 'PDNG')) return false
  return [...legend].some((text) => NAME_CODES.some((code) => text.includes(code)))
}

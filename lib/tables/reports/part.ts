import type { BankReport } from './report'
import { topicOf } from './values'

/** The documents of a file that belong to one report, by their index in the file from 0. Null: all. */
export type ReportPart = readonly number[] | null

/**
 * A report with only these documents of a file. Documents and positions are numbered again from the first, and legend
 * and notes are those of the whole file. It is about names only if one of these documents is.
 */
export function partOf(report: BankReport, part: ReportPart): BankReport {
  if (part === null || part.length === report.documents.length) return report
  const places = new Map(part.map((index, place) => [index, place]))
  const documents = part.flatMap((index) => report.documents[index] ?? [])
  const lines = report.lines
    .flatMap((line) => {
      const document = places.get(line.document)
      return document === undefined ? [] : { ...line, document }
    })
    .map((line, index) => ({ ...line, position: index + 1 }))
  return { ...report, documents, lines, about: topicOf(documents) }
}

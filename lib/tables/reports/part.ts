import type { BankReport } from './report'
import { aboutOf } from './values'

/** The documents of a file that one report holds: their places in the file, from 0; null: all. */
export type ReportPart = readonly number[] | null

/**
 * The part of a report with these documents, numbered anew from the first. Legend and notes are those of the file. The
 * result is a report of its own: about names only if these documents are.
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
  return { ...report, documents, lines, about: aboutOf(documents, lines, report.legend) }
}

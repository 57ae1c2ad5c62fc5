import type { ReportDocument, ReportEntry, ReportLevel, ReportNote } from './report'

/** Finds the lines of a level: of its PmtInf, or of the whole document. */
function linesByLevel(lines: readonly ReportEntry[]): (level: ReportLevel) => readonly ReportEntry[] {
  const byBatch = Map.groupBy(lines, ({ batchId }) => batchId)
  return ({ batchId }) => (batchId === null ? lines : (byBatch.get(batchId) ?? []))
}

/** The number of lines that the counts of a level add up to; null without counts. */
export const countedLines = ({ counts }: ReportLevel): number | null =>
  counts.length === 0 ? null : counts.reduce((sum, { lines }) => sum + lines, 0)

/** How often each code is listed. */
export function listedCodes(lines: readonly ReportEntry[]): Map<string, number> {
  const listed = new Map<string, number>()
  for (const { code } of lines) listed.set(code ?? '', (listed.get(code ?? '') ?? 0) + 1)
  return listed
}

/**
 * Where the counts of a document contradict its declared number, or list fewer lines of a code than it has. Fewer lines
 * than counted are no contradiction: some banks list only the exceptions.
 */
export function countNotes(document: ReportDocument, lines: readonly ReportEntry[]): ReportNote[] {
  const linesOf = linesByLevel(lines)
  return document.levels.flatMap((level): ReportNote[] => {
    const found = countedLines(level)
    if (found === null) return []
    if (level.lines !== null && level.lines !== found)
      return [{ code: 'count_differs', declared: level.lines, found }]
    const listed = listedCodes(linesOf(level))
    const short = level.counts.find(({ code, lines: most }) => (listed.get(code) ?? 0) > most)
    return short ? [{ code: 'count_differs', declared: short.lines, found: listed.get(short.code) ?? 0 }] : []
  })
}

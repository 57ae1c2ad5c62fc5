import type { ReportDocument, ReportEntry, ReportLevel, ReportNote } from './report'

/** Returns a function from a level to its lines: those of its PmtInf, or all of the document. */
export function linesByLevel<T extends Pick<ReportEntry, 'batchId'>>(
  lines: readonly T[],
): (level: ReportLevel) => readonly T[] {
  const byBatch = Map.groupBy(lines, ({ batchId }) => batchId)
  return ({ batchId }) => (batchId === null ? lines : (byBatch.get(batchId) ?? []))
}

/** The number of lines that the counts of a level add up to. Null if the level has no counts. */
export const countedLines = ({ counts }: ReportLevel): number | null =>
  counts.length === 0 ? null : counts.reduce((sum, { lines }) => sum + lines, 0)

/** The number of listed lines of each code. */
export function listedCodes(lines: readonly ReportEntry[]): Map<string, number> {
  const listed = new Map<string, number>()
  for (const { code } of lines) listed.set(code ?? '', (listed.get(code ?? '') ?? 0) + 1)
  return listed
}

/**
 * The notes about counts of a document that contradict its declared number of lines, or that are lower than the number
 * of listed lines of a code. Higher counts are no contradiction, because some banks list only the exceptions.
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

/** A bar so many times as tall as the median hides the others and is truncated. */
const OUTLIER = 8
/** With fewer bars there are no outliers. */
const FEW = 4
/** Space above the tallest full bar, so that a truncated bar is visibly taller. */
const ROOM = 1.3

/** The upper end of a chart of these bars. Taller bars are truncated and labelled with their number. */
export function barTop(totals: number[]): number {
  const sorted = totals.filter((total) => total > 0).sort((a, b) => a - b)
  const most = sorted.at(-1) ?? 1
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 1
  if (sorted.length < FEW || most <= usual * OUTLIER) return most
  return ROOM * (sorted.findLast((total) => total <= usual * OUTLIER) ?? usual)
}

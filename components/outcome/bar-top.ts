/** A bar so many times as tall as the usual one hides the others and is cut. */
const OUTLIER = 8
/** Among fewer bars none is unusual. */
const FEW = 4
/** Room above the tallest whole bar, so that a cut bar is seen to be taller. */
const ROOM = 1.3

/** The number at which a chart of these bars ends. Taller bars are drawn cut, with their number. */
export function barTop(totals: number[]): number {
  const sorted = totals.filter((total) => total > 0).sort((a, b) => a - b)
  const most = sorted.at(-1) ?? 1
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 1
  if (sorted.length < FEW || most <= usual * OUTLIER) return most
  return ROOM * (sorted.findLast((total) => total <= usual * OUTLIER) ?? usual)
}

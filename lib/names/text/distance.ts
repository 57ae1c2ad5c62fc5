/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours count one.
 * In: two words; compared by code point. Out: the number of edits.
 */
export function editDistance(left: string, right: string): number {
  const a = Array.from(left)
  const b = Array.from(right)
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}

/** Longer words are only compared for equality. */
const MAX_LENGTH = 80

/** Similarity from 0 (no letter in common) to 1 (equal): 1 − edits / length of the longer word. */
export function similarity(left: string, right: string): number {
  if (left === right) return 1
  const longer = Math.max(left.length, right.length)
  const shorter = Math.min(left.length, right.length)
  if (longer > MAX_LENGTH || shorter * 2 < longer) return 0
  return 1 - editDistance(left, right) / longer
}

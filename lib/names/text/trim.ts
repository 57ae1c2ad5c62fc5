/**
 * Removes the characters that `sign` matches from both ends, one at a time: a regular expression anchored at the end
 * would take quadratic time for a long run.
 */
export function trimEnds(text: string, sign: RegExp): string {
  let start = 0
  let end = text.length
  while (start < end && sign.test(text.charAt(start))) start++
  while (end > start && sign.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

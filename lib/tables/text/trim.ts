/**
 * A text without the signs at its ends that `sign` matches. Sign by sign: a pattern for the end would begin anew at every
 * sign of a long run.
 */
export function trimmed(text: string, sign: RegExp): string {
  let start = 0
  let end = text.length
  while (start < end && sign.test(text.charAt(start))) start++
  while (end > start && sign.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

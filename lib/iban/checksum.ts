/** Remainders are taken only when the number is about to leave the small integers, not at every digit. */
const NEARLY_FULL = 9_999_999

/**
 * The remainder modulo 97 of `text` from `start` up to `end` (excluded), continuing from `before`.
 * Letters count as two digits, A = 10 to Z = 35 (ISO 7064, ISO 13616). Only `0-9A-Z` may be given.
 */
export function mod97(text: string, start: number, end: number, before = 0): number {
  let rest = before
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    rest = code < 58 ? rest * 10 + code - 48 : rest * 100 + code - 55
    if (rest > NEARLY_FULL) rest %= 97
  }
  return rest % 97
}

/** Signs of the sentence that declines an upload, without outer white space. */
export const SHORTEST_REASON = 3
export const LONGEST_REASON = 500

/** May an upload be declined with these words? */
export function isReason(text: string): boolean {
  const { length } = text.trim()
  return length >= SHORTEST_REASON && length <= LONGEST_REASON
}

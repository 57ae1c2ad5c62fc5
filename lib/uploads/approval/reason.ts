/** Minimum length of the reason for declining an upload, in characters after trimming. */
export const SHORTEST_REASON = 3
export const LONGEST_REASON = 500

/** Is the text long enough as a reason? */
export function isApprovalReason(text: string): boolean {
  const { length } = text.trim()
  return length >= SHORTEST_REASON && length <= LONGEST_REASON
}

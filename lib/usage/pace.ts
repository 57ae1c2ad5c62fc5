/**
 * How long the credits last. A young office has no full window yet: its days count from its first spending, so that a busy
 * first day is not thinned out.
 * @param spent credits taken in the window
 * @param days days of the window that are behind us, at least one
 */
export function paceOf(
  spent: number,
  days: number,
  left: number | null,
): { pace: number; daysLeft: number | null } {
  const pace = spent / Math.max(days, 1)
  if (left === null || pace <= 0) return { pace: Math.max(pace, 0), daysLeft: null }
  return { pace, daysLeft: Math.max(Math.floor(left / pace), 0) }
}

/**
 * Average use a day, and how many days the credits last. In the first month, days count from the first spending ever, so
 * that a busy first day isn't diluted.
 * @param spent credits spent in the window
 * @param days days of the window that have passed, at least one
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

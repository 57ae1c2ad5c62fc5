/** Calendar days such as 2026-11-21, inclusive; a missing end is open. */
export type Period = { from?: string | undefined; to?: string | undefined }

/** @returns false when it ends before it begins */
export const inOrder = ({ from, to }: Period): boolean => !from || !to || from <= to

/** 24 hours, as long as a day is in every limit and policy; one of the calendar can be an hour more or less. */
export const DAY_MS = 86_400_000
const MAX_DAYS = 366

/** Whether both are days in order, at most a year apart. */
export function isUpToYear(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days >= 0 && days <= MAX_DAYS
}

/** The calendar day so many days before another, however long the days between are. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** An ISO 8601 time as it is written in a cell: 2026-11-21 08:30:00, in UTC. */
export const cellTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

/** Whether the text is a calendar day: 2026-11-21. The calendar has no year 0. */
export function isDay(text: string): boolean {
  const at = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

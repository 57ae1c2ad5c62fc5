type TimeOptions = {
  form: 'list' | 'full' | 'exact' | 'clock' | 'date'
  locale: string
  timeZone: string
  now: Date
}

/** Dates and times of a language; English ones as in Europe: "12 Mar", 24 hours. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options)

/**
 * The words for a moment.
 * @returns `text` for the place, `title` with date, seconds and offset
 */
export function timeParts(
  date: Date,
  { form, locale, timeZone, now }: TimeOptions,
): { text: string; title: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone, hourCycle: 'h23', ...options }).format(date)
  const day = (when: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(when)
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const exact = format({ ...clock, second: '2-digit' })
  const title = `${format({ day: 'numeric', month: 'long', year: 'numeric' })}, ${exact} (${offset(date, timeZone)})`
  const dayMonth = { day: 'numeric', month: 'short' } as const
  if (form === 'full') return { text: title, title }
  const sameYear = day(date).slice(0, 4) === day(now).slice(0, 4)
  if (form === 'exact')
    return { text: `${format(sameYear ? dayMonth : { ...dayMonth, year: 'numeric' })}, ${exact}`, title }
  if (form === 'clock') return { text: exact, title }
  if (form === 'date') return { text: format({ ...dayMonth, year: 'numeric' }), title }
  if (day(date) === day(now)) return { text: format(clock), title }
  if (sameYear) return { text: format({ ...dayMonth, ...clock }), title }
  return { text: format({ ...dayMonth, year: 'numeric' }), title }
}

/** "UTC+1", "UTC-3:30", "UTC" */
function offset(date: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/^GMT(\+0)?/, 'UTC') ?? 'UTC'
}

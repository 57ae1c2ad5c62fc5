type TimeOptions = {
  form: 'list' | 'full' | 'exact' | 'clock' | 'date'
  locale: string
  timeZone: string
  now: Date
}

const made = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter takes longer than formatting a hundred dates, so a few are cached. */
function shared(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options)
  made.set(key, format)
  return format
}

/** Dates and times of a language; English ones as in Europe: "12 Mar", 24 hours. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  shared(locale === 'en' ? 'en-GB' : locale, options)

/** The day of a date in a time zone: 2026-11-21. */
export const dayIn = (timeZone: string, when: Date): string => shared('en-CA', { timeZone }).format(when)

/**
 * Formats a date.
 * @returns `text` to show, `title` with date, seconds and offset
 */
export function timeParts(
  date: Date,
  { form, locale, timeZone, now }: TimeOptions,
): { text: string; title: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone, hourCycle: 'h23', ...options }).format(date)
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const exact = format({ ...clock, second: '2-digit' })
  const title = `${format({ day: 'numeric', month: 'long', year: 'numeric' })}, ${exact} (${offset(date, timeZone)})`
  const dayMonth = { day: 'numeric', month: 'short' } as const
  if (form === 'full') return { text: title, title }
  const [day, today] = [dayIn(timeZone, date), dayIn(timeZone, now)]
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  if (form === 'clock' && day === today) return { text: exact, title }
  if (form === 'exact' || form === 'clock')
    return { text: `${format(sameYear ? dayMonth : { ...dayMonth, year: 'numeric' })}, ${exact}`, title }
  if (form === 'date') return { text: format({ ...dayMonth, year: 'numeric' }), title }
  if (day === today) return { text: format(clock), title }
  if (sameYear) return { text: format({ ...dayMonth, ...clock }), title }
  return { text: format({ ...dayMonth, year: 'numeric' }), title }
}

/** "UTC+1", "UTC-3:30", "UTC" */
function offset(date: Date, timeZone: string): string {
  const parts = shared('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/^GMT(\+0)?/, 'UTC') ?? 'UTC'
}

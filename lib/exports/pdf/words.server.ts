import 'server-only'
import { env, isDemo } from '@/lib/platform/env.server'
import { translator } from '@/lib/platform/language/i18n.server'
import type { Locale } from '@/lib/platform/language/locale'
import type { CallBack } from '@/lib/reviews/call'

type Values = Record<string, string | number>
type Say = (key: string, values?: Values) => string

/** The words and times of a report, in one language and one time zone. */
export type ReportWords = {
  locale: Locale
  zone: string
  t: Say
  outcome: Say
  /** the reason of a failed or unsent check, a code of which nothing is known as it is */
  reason: (group: 'reason' | 'notSent', code: string) => string
  decisionReason: (code: string) => string
  names: Say
  event: Say
  call: (call: CallBack) => string
  time: (iso: string) => string
  number: (value: number) => string
  notice: string | null
}

export function reportWords(locale: Locale, timeZone: string | null): ReportWords {
  const zone = timeZone ?? env().TIME_ZONE
  const say = (namespace: string): Say => translator(locale, namespace) as unknown as Say
  const t = say('evidence.report')
  const original = translator(locale, 'originalExport')
  const review = translator(locale, 'review')
  const exports = say('exports')
  // English dates as in Europe: day first, 24 hours
  const language = locale === 'en' ? 'en-GB' : locale
  const clock = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zone,
  })
  const time = (iso: string) => clock.format(new Date(iso))
  const numbers = new Intl.NumberFormat(locale)
  return {
    locale,
    zone,
    t,
    outcome: say('outcome'),
    reason: (group, code) =>
      original.has(`${group}.${code}`)
        ? (original as unknown as Say)(`${group}.${code}`)
        : (original as unknown as Say)(`${group}.other`, { code }),
    decisionReason: (code) =>
      review.has(`reason.${code}`) ? (review as unknown as Say)(`reason.${code}`) : code,
    names: say('names'),
    event: (key, values = {}) =>
      (review.markup as unknown as (key: string, values: object) => string)(`event.${key}`, {
        ...values,
        b: (words: string) => words,
      }),
    call: ({ person, number, numberSource, calledAt, outcome }) =>
      t('call', {
        person,
        number,
        source: exports(`numberSource.${numberSource}`),
        at: time(calledAt),
        outcome: exports(`callOutcome.${outcome}`),
      }),
    time,
    number: (value) => numbers.format(value),
    notice: isDemo() ? t('demo') : null,
  }
}

/** The zone with its distance from UTC at that moment: "Europe/Paris (GMT+1)". */
export function zoneName(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    at,
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return zone === offset ? zone : `${zone} (${offset})`
}

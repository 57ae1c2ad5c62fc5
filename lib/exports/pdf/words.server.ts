import 'server-only'
import { callText } from '@/lib/exports/call-text'
import { env, isDemo } from '@/lib/platform/env.server'
import { keyOr, type MessageKey, type Translate, wordFor } from '@/lib/platform/language/keys'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import type { CallBack } from '@/lib/reviews/call'

/** The words and times of a report, in one language and one time zone. */
export type ReportWords = {
  locale: Locale
  zone: string
  t: Translate<'evidence.report'>
  outcome: Translate<'outcome'>
  labels: Translate<'outcome.label'>
  /** the texts for the purposes of checks, the states of uploads, and the sources of bank names */
  purpose: (code: string) => string
  uploadState: (code: string) => string
  bankOurs: (ours: string) => string
  /** the word for a code as it is stored; the code itself when there is none */
  coded: (key: string, code: string) => string
  /** the reason of a failed or unsent check; an unknown code is returned as it is */
  reason: (group: 'reason' | 'notSent', code: string) => string
  unrecognised: (code: string) => string
  decisionReason: (code: string) => string
  names: Translate<'names'>
  event: (key: MessageKey<'review.event'>, values?: Record<string, string>) => string
  quoted: (note: string) => string
  call: (call: CallBack) => string
  /** with its offset: a report has times of summer and of winter */
  time: (iso: string) => string
  number: (value: number) => string
  notice: string | null
}

/** Texts in one line, without those that are missing. */
export const joinFacts = (...texts: (string | null | undefined | false)[]): string =>
  texts.filter(Boolean).join(' · ')

/** The texts and formats of a PDF report in a language, with times in TIME_ZONE. */
export function reportWords(locale: Locale): ReportWords {
  const zone = env().TIME_ZONE
  const t = translator(locale, 'evidence.report')
  const original = translator(locale, 'originalExport')
  const reasons = translator(locale, 'review.reason')
  const events = translator(locale, 'review.event')
  const exports = translator(locale, 'exports')
  const purposes = translator(locale, 'check.more.purposes')
  const states = translator(locale, 'bulk.state')
  const facts = translator(locale, 'result.fact')
  // English dates as in Europe: day first, 24 hours
  const language = locale === 'en' ? 'en-GB' : locale
  const clock = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zone,
  })
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
  const time = (iso: string) => {
    const at = new Date(iso)
    return `${clock.format(at)} ${offsetOf(offset.formatToParts(at))}`
  }
  const numbers = new Intl.NumberFormat(locale)
  return {
    locale,
    zone,
    t,
    outcome: translator(locale, 'outcome'),
    labels: translator(locale, 'outcome.label'),
    purpose: (code) => wordFor(purposes, code),
    uploadState: (code) => wordFor(states, code),
    bankOurs: (ours) => facts('bankOurs', { ours }),
    coded: (key, code) => wordFor(t, key, code),
    reason: (group, code) => original(keyOr(original, `${group}.${code}`, `${group}.other`), { code }),
    unrecognised: (code) => original('reason.unrecognised', { code }),
    decisionReason: (code) => wordFor(reasons, code),
    names: translator(locale, 'names'),
    event: (key, values = {}) => events.markup(key, { ...values, b: (words) => words }),
    quoted: (note) => translator(locale, 'review')('quoted', { note }),
    call: (call) => callText(exports, call, time(call.calledAt)),
    time,
    number: (value) => numbers.format(value),
    notice: isDemo() ? translator(locale, 'shell.demo')('text') : null,
  }
}

/** "UTC+1", "UTC-3:30", "UTC" */
const offsetOf = (parts: Intl.DateTimeFormatPart[]): string =>
  parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/^GMT(\+0)?/, 'UTC') ?? 'UTC'

import { isDay } from '@/lib/platform/days/period'
import { OPEN_REVIEW_STATES } from '@/lib/reviews/policy'

/** The values of the history's filters. Pure and small, because every list of checks loads it in the browser. */
export const REVIEW_STATES = [...OPEN_REVIEW_STATES, 'approved', 'rejected'] as const
export const STATUS_REASONS = [
  'institution_timeout',
  'institution_out_of_scope',
  'unsupported_characters',
  'verification_not_possible',
  'invalid_iban_format',
] as const
/** The periods that end today, each with its number of days. */
export const PERIOD_DAYS = { today: 1, last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const
export type RecentPeriod = keyof typeof PERIOD_DAYS
export const PERIODS = Object.keys(PERIOD_DAYS) as RecentPeriod[]
export const COUNTRY_PATTERN = /^[A-Z]{2}$/
export const BANK_PATTERN = /^[A-Z]{2}[A-Z0-9]{1,20}$/
/** The maximum number of countries, banks or people in one search. */
export const MAX_FILTER_VALUES = 50

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const SHAPES: Record<string, (text: string) => boolean> = {
  country: (text) => COUNTRY_PATTERN.test(text),
  bank: (text) => BANK_PATTERN.test(text),
  person: (text) => UUID.test(text),
  from: isDay,
  to: isDay,
}

/** Whether the API accepts this value of a URL parameter. Values chosen from a list always pass. */
export function isAcceptedFilter(name: string, value: unknown): boolean {
  const shape = SHAPES[name]
  if (!shape) return true
  const texts = Array.isArray(value) ? value : [value]
  return texts.length <= MAX_FILTER_VALUES && texts.every((text) => typeof text === 'string' && shape(text))
}

/** Months for IBANs, names and answers; days for original files. The choices of the page. */
export const RESULT_MONTHS = [3, 6, 13, 25, 60, 120] as const
export const ORIGINAL_DAYS = [7, 30, 90] as const
export const MASK_MONTHS = [3, 6, 13] as const
/** Years for the audit log, requests and credit lines; the database cuts the log at no entry younger than the first. */
export const RECORD_YEARS = [3, 5, 7, 10] as const

/** How long each class of data is kept. What is left of a check then (result, decision, counts) stays. */
export type Periods = {
  resultMonths: (typeof RESULT_MONTHS)[number]
  originalDays: (typeof ORIGINAL_DAYS)[number]
  /** exports of older checks hide names and IBANs from everybody; null = never */
  maskMonths: (typeof MASK_MONTHS)[number] | null
  recordYears: (typeof RECORD_YEARS)[number]
}

export const DEFAULT_PERIODS: Periods = {
  resultMonths: 13,
  originalDays: 30,
  maskMonths: null,
  recordYears: 5,
}
export const PERIODS_SETTING = 'retention.periods'

/** Sign-ins and ended sessions are forgotten after this many days, answers kept for repeated requests after one. */
export const SIGN_IN_DAYS = 90

/** The hour of TIME_ZONE from which the nightly job runs. */
export const NIGHT_HOUR = 2

/** Does a change keep anything for a shorter time? */
export const isShorter = (next: Periods, now: Periods): boolean =>
  next.resultMonths < now.resultMonths ||
  next.originalDays < now.originalDays ||
  next.recordYears < now.recordYears

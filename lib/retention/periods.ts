/** Months for IBANs, names and answers; days for original files. The page offers these values. */
export const RESULT_MONTHS = [3, 6, 13, 25, 60, 120] as const
export const ORIGINAL_DAYS = [7, 30, 90] as const
export const MASK_MONTHS = [3, 6, 13] as const
/**
 * Years for audit log, requests and ledger lines; the database refuses to cut audit entries younger than the first
 * value.
 */
export const RECORD_YEARS = [3, 5, 7, 10] as const

/** How long each class of data is kept. The result, the decision and the counts of a check are kept permanently. */
export type Periods = {
  resultMonths: (typeof RESULT_MONTHS)[number]
  originalDays: (typeof ORIGINAL_DAYS)[number]
  /** exports mask names and IBANs of checks older than this, for everybody; null = never */
  maskMonths: (typeof MASK_MONTHS)[number] | null
  recordYears: (typeof RECORD_YEARS)[number]
}

export const DEFAULT_PERIODS: Periods = {
  resultMonths: 13,
  originalDays: 30,
  maskMonths: null,
  recordYears: 5,
}

/** Days for sign-ins and ended sessions. Responses stored for idempotent requests are kept for one day. */
export const SIGN_IN_DAYS = 90

/** The hour of TIME_ZONE from which the nightly job runs. */
export const NIGHT_HOUR = 2

/** Whether a change shortens any period. */
export const isShorter = (next: Periods, now: Periods): boolean =>
  next.resultMonths < now.resultMonths ||
  next.originalDays < now.originalDays ||
  next.recordYears < now.recordYears

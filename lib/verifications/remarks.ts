/** Why a check is made. Never sent to the provider. */
export const PURPOSES = [
  'new_payee',
  'bank_details_change',
  'before_payment',
  'periodic_review',
  'other',
] as const

/** The most characters of what people write about a check. Never sent to the provider. */
export const MAX_REMARK = { reference: 64, note: 1_000 }

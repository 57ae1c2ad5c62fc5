/** Why a check is made. Never sent to the provider. */
export const PURPOSES = [
  'new_payee',
  'bank_details_change',
  'before_payment',
  'periodic_review',
  'other',
] as const

/** Why a check is made; ours, the provider never sees it. */
export const PURPOSES = [
  'new_payee',
  'bank_details_change',
  'before_payment',
  'periodic_review',
  'other',
] as const

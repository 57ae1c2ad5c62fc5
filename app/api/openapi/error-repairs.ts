/** A code of `application/problem+json`: what it means, and what a program should do. */
export type ErrorCode = [code: string, statuses: string, meaning: string, repair: string]

/** What a program should do about several codes. */
export const SEND_AGAIN = 'Wait for the time in `Retry-After`, then retry with the same Idempotency-Key.'
export const ADMIN = 'Tell an admin. A retry doesn’t help until it is fixed.'
export const READ_AGAIN = 'Read it again, then decide again.'
export const NONE = 'Nothing to do.'
export const BODY = 'Build the body as described under Uploads, then send it with a new Idempotency-Key.'
export const REPORT = 'Download it again from the bank.'
export const FIX = 'Correct the field that `errors` names.'

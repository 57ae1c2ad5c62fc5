/** Why a check was not sent, as stored and returned. The codes are stable; nothing was billed in any of these cases. */
export const NOT_SENT_PROBLEMS = {
  upstream_rejected_input: { status: 422, message: 'The bank service didn’t accept this IBAN or name.' },
  upstream_auth_failed: { status: 502, message: 'The bank service refused our credentials. Ask an admin.' },
  upstream_auth_unavailable: {
    status: 503,
    message: 'The bank service isn’t giving access. Try again later.',
  },
  credits_exhausted: {
    status: 402,
    message: 'Not enough credits for this check. Ask an admin to add credits.',
  },
  upstream_forbidden: { status: 502, message: 'The bank service refused this request. Ask an admin.' },
  upstream_redirect: { status: 502, message: 'The bank service redirects to another address. Ask an admin.' },
  upstream_rate_limited: { status: 429, message: 'The bank service is busy. Try again in a minute.' },
  upstream_unavailable: { status: 502, message: 'The bank service can’t be reached. Try again later.' },
  upstream_tls: { status: 502, message: 'The bank service couldn’t prove its identity. Ask an admin.' },
  not_billed: {
    status: 409,
    message: 'This request wasn’t billed. The check was run again as a new check.',
  },
  data_erased: {
    status: 409,
    message: 'The IBAN and name of this check were erased before it could be sent again.',
  },
  second_person_required: {
    status: 409,
    message: 'Too many names were checked against this IBAN in 24 hours. A reviewer can allow this one.',
  },
  spend_limit_reached: {
    status: 409,
    message: 'You have reached your daily credit limit. An admin can raise it.',
  },
  requester_deactivated: {
    status: 409,
    message: 'The person who asked for this check was deactivated before it was sent.',
  },
  requester_not_analyst: {
    status: 409,
    message: 'The person who asked for this check lost the Analyst role before it was sent.',
  },
  cancelled: { status: 409, message: 'This check was cancelled before it was sent.' },
} as const

/** The code of checks and rows whose data was erased while their outcome was unknown. */
export const DATA_ERASED = 'data_erased' satisfies keyof typeof NOT_SENT_PROBLEMS

/** The code of checks and rows that people ran again as new checks while their outcome was unknown. */
export const RUN_AGAIN = 'not_billed' satisfies keyof typeof NOT_SENT_PROBLEMS

/** The code of checks, and of their rows, that an earlier check answers. It isn't a problem. */
export const KNOWN_MATCH = 'known_match'

export type NotSentCode = keyof typeof NOT_SENT_PROBLEMS

/** Maps the code of a failed request to a stored code: people see one code for several technical causes. */
export function notSentCode(code: string): NotSentCode {
  if (code === 'upstream_token_refused') return 'upstream_auth_failed'
  return Object.hasOwn(NOT_SENT_PROBLEMS, code) ? (code as NotSentCode) : 'upstream_unavailable'
}

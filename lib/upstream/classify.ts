import { countKeys } from '@/lib/http/json'

/** Every way a paid request can end. No exception is thrown for what the provider does. */
export type PaidOutcome<Body> =
  | { kind: 'accepted'; body: Body; httpStatus: number; latencyMs: number }
  /** executed and refused, nothing billed */
  | {
      kind: 'rejected'
      code: RejectedCode
      upstreamCode: string | null
      httpStatus: number
      latencyMs: number
    }
  /** nothing was executed; may be sent again. `httpStatus`: of an answer that refused it */
  | { kind: 'not_sent'; code: string; httpStatus?: number; retryInMs?: number }
  /** may have been executed and billed; never sent again automatically */
  | { kind: 'unknown'; code: string; httpStatus?: number; latencyMs?: number }

type RejectedCode =
  | 'upstream_rejected_input'
  | 'upstream_auth_failed'
  | 'credits_exhausted'
  | 'upstream_forbidden'
  | 'upstream_redirect'

export type ReadOutcome<Body> =
  | { kind: 'ok'; body: Body; latencyMs: number }
  | { kind: 'failed'; code: string; httpStatus?: number; retryInMs?: number }

export type PlainAnswer = { status: number; headers: Record<string, string>; text: string; latencyMs: number }

/** Redirects of the POST itself: this server didn't execute it. */
const REDIRECTED = [301, 307, 308]
/** Refusals of the input: 400 by the specification (7.2), and what servers in general answer instead. */
const INPUT_REFUSED = [400, 413, 422]
/**
 * Refusals by routing or a gateway, before anything is executed. Not 406, 408, 409 and 424, which can also be sent
 * after execution, and none that HTTP doesn't define, such as 499.
 */
const REFUSED_BEFORE_EXECUTION = [
  402, 404, 405, 407, 410, 411, 412, 414, 415, 416, 417, 418, 421, 423, 425, 426, 428, 431, 451,
]
/** Refusals of an ID in a read: the specification leaves open which (4.3), and 404 is not in its list (7.1). */
const ID_REFUSED = [400, 404, 405, 410, 422]
const MAX_DEPTH = 20
const MIN_WAIT_MS = 1_000
const MAX_WAIT_MS = 120_000
const WINDOW_MS = 60_000

/**
 * Classifies a complete response to a paid POST. Not 401: the caller may retry that once with a new token.
 * @param accept parses the body; null = not an acceptance by the specification
 */
export function classifyPaid<Body>(
  answer: PlainAnswer,
  accept: (body: unknown) => Body | null,
): PaidOutcome<Body> {
  const { status: httpStatus, latencyMs } = answer
  if (httpStatus === 200) {
    const body = accept(parseBody(answer))
    return body === null
      ? { kind: 'unknown', code: 'upstream_bad_response', httpStatus, latencyMs }
      : { kind: 'accepted', body, httpStatus, latencyMs }
  }
  if (httpStatus === 429)
    return { kind: 'not_sent', code: 'upstream_rate_limited', httpStatus, retryInMs: retryAfter(answer) }
  const code = rejectedCode(answer)
  if (code) return { kind: 'rejected', code, upstreamCode: errorCode(answer), httpStatus, latencyMs }
  if (REFUSED_BEFORE_EXECUTION.includes(httpStatus))
    return { kind: 'not_sent', code: 'upstream_unavailable', httpStatus }
  return { kind: 'unknown', code: 'upstream_error', httpStatus, latencyMs }
}

/**
 * Why the service refused a request. Null for any other response, such as 302 and 303, which are also the response to a
 * POST that was carried out.
 */
function rejectedCode(answer: PlainAnswer): RejectedCode | null {
  const { status } = answer
  if (REDIRECTED.includes(status)) return 'upstream_redirect'
  if (status === 401) return 'upstream_auth_failed'
  if (status === 403) return givenCode(answer) === null ? 'upstream_forbidden' : 'credits_exhausted'
  return INPUT_REFUSED.includes(status) ? 'upstream_rejected_input' : null
}

/** Classifies a response to a GET, which is free of charge and may be repeated. */
export function classifyRead<Body>(
  answer: PlainAnswer,
  accept: (body: unknown) => Body | null,
): ReadOutcome<Body> {
  const { status: httpStatus, latencyMs } = answer
  if (httpStatus === 200) {
    const body = accept(parseBody(answer))
    return body === null
      ? { kind: 'failed', code: 'upstream_bad_response', httpStatus }
      : { kind: 'ok', body, latencyMs }
  }
  if (httpStatus === 429)
    return { kind: 'failed', code: 'upstream_rate_limited', httpStatus, retryInMs: retryAfter(answer) }
  if (ID_REFUSED.includes(httpStatus)) return { kind: 'failed', code: 'upstream_not_found', httpStatus }
  if (httpStatus === 401) return { kind: 'failed', code: 'upstream_auth_failed', httpStatus }
  return { kind: 'failed', code: 'upstream_unavailable', httpStatus }
}

/**
 * Retry-After in seconds or as a date, clamped to 1 to 120 s; a minute when it is neither; without it, the rest of the
 * minute plus jitter. In ms.
 * @param now our clock, for a response without a date of its own
 */
export function retryAfter(answer: Pick<PlainAnswer, 'headers'>, now = Date.now()): number {
  const given = answer.headers['retry-after']
  if (given === undefined) return WINDOW_MS + Math.round(Math.random() * 5_000)
  const sent = Date.parse(answer.headers.date ?? '')
  const from = Number.isNaN(sent) ? now : sent
  // `Date.parse` also takes "-1" for a date
  const until = /^[a-z]/i.test(given) ? Date.parse(given) : Number.NaN
  const waitMs = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1_000 : until - from
  if (Number.isNaN(waitMs)) return WINDOW_MS
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, Math.ceil(waitMs)))
}

/**
 * The parsed body; undefined when it is compressed, not JSON, nested deeper than anything in the specification, or gives
 * a field twice: which of the two is meant would be a guess.
 */
export function parseBody(answer: Pick<PlainAnswer, 'headers' | 'text'>): unknown {
  const packed = answer.headers['content-encoding']?.toLowerCase()
  if (packed !== undefined && packed !== 'identity') return undefined
  try {
    // a byte order mark may be ignored (RFC 8259, 8.1)
    const value: unknown = JSON.parse(answer.text.replace(/^\ufeff/, ''))
    return keysOf(value) === countKeys(answer.text) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * How many keys a value has at all levels; null when it is nested too deeply. Level by level: deeply nested brackets
 * must not exhaust the stack.
 */
function keysOf(value: unknown): number | null {
  let keys = 0
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return null
    const nested = level.filter((item) => typeof item === 'object' && item !== null)
    for (const item of nested) if (!Array.isArray(item)) keys += Object.keys(item as object).length
    level = nested.flatMap((item) => Object.values(item as object))
  }
  return keys
}

/** The `code` of an error body (specification 2.8) when it is printable and short; else null. */
export function errorCode(answer: Pick<PlainAnswer, 'headers' | 'text'>): string | null {
  const code = givenCode(answer)
  return code !== null && /^[\w.-]{1,64}$/.test(code) ? code : null
}

function givenCode(answer: Pick<PlainAnswer, 'headers' | 'text'>): string | null {
  const code = (parseBody(answer) as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : null
}

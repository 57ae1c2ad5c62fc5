/** Statuses a refused request can have: those of section 7.1, and what HTTP itself needs (404, 405, 413). */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 429

/**
 * A request the service does not accept. Answered with the error body of section 2.8.
 * `code` is stable and listed in service/README.md; `message` is for people and may change.
 */
export class ServiceRefusal extends Error {
  readonly status: RefusalStatus
  readonly code: string
  readonly headers: Record<string, string>

  constructor(status: RefusalStatus, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Shorthand for the most frequent refusal: the request itself is wrong (section 7.3). */
export function unacceptable(code: string, message: string): ServiceRefusal {
  return new ServiceRefusal(400, code, message)
}

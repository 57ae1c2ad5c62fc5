/** Status codes of refused requests: those of section 7.1, and HTTP's own (404, 405, 413). */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 429

/**
 * A refused request, returned with the error body of section 2.8. `code` is stable and listed in service/README.md;
 * `message` is for people and may change.
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

/** A 400: the request itself is invalid (section 7.3). */
export function badRequest(code: string, message: string): ServiceRefusal {
  return new ServiceRefusal(400, code, message)
}

/** One invalid field of a request. `path` in dots, `code` stable, `message` for people. */
export type FieldProblem = { path: string; code: string; message: string }

/**
 * A request that is refused for a stated reason. Not a bug: it's sent as a response, not logged as an error.
 * `status` is the HTTP status; `code` is stable and documented; nothing was sent to the provider or billed.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldProblem[]
  readonly headers: Record<string, string>
  readonly extra: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { errors?: FieldProblem[]; headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.errors = more.errors ?? []
    this.headers = more.headers ?? {}
    this.extra = more.extra ?? {}
  }
}

/** The header of a refusal that lasts so many seconds. */
export const retryAfterHeader = (seconds: number) => ({ 'retry-after': String(Math.max(1, seconds)) })

/** A 422 for one field of a request. `path` in dots. */
export const refusedField = (code: string, path: string, message: string) =>
  new Refusal(422, code, message, { errors: [{ path, code, message }] })

/** The same response for an ID that doesn't exist and for one that belongs to somebody else. */
export const notFound = () =>
  new Refusal(404, 'not_found', 'This record doesn’t exist or was deleted by the retention rule.')

/** The response when a stored secret can't be decrypted. */
export const secretUnreadable = () =>
  new Refusal(
    409,
    'secret_unreadable',
    'The stored secret can’t be decrypted with the keys in ENCRYPTION_KEYS. Replace it, or have its key put back.',
  )

/** The response to everything while a setting is missing or wrong. */
export const notSetUp = () =>
  new Refusal(503, 'not_set_up', 'Accord is not set up. Its log names the setting that is missing or wrong.')

/** The response to a person without one of these roles. */
export const roleRequired = (roles: readonly string[]) =>
  new Refusal(403, 'role_required', `Ask an admin for the ${roles.join(' or ')} role.`)

/** A 401. It names how programs sign in, as HTTP requires; some of them fail without. Browsers do nothing about Bearer. */
export const unauthorised = (code: string, message: string) =>
  new Refusal(401, code, message, { headers: { 'www-authenticate': 'Bearer realm="Accord"' } })

/** The response to a request without a live session. */
export const sessionRequired = () =>
  unauthorised('session_required', 'Your session has ended. Sign in again to continue.')

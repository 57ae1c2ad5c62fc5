/** One field that must change before a request can be accepted. `path` in dots, `code` stable, `message` for people. */
export type FieldProblem = { path: string; code: string; message: string }

/**
 * A refusal: something a caller asked for that is not done, for a stated reason. Not a bug: it is answered, not logged.
 * `status` is the HTTP status it is answered with; `code` is stable and documented; nothing was sent or billed.
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

/** The same words for an id that does not exist and for one that belongs to somebody else. */
export const notFound = () =>
  new Refusal(404, 'not_found', 'This record doesn’t exist or was deleted by the retention rule.')

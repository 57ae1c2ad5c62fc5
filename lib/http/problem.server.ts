import 'server-only'
import type { ZodError } from 'zod'
import { type FieldProblem, Refusal } from '@/lib/platform/refusal'

const PRIVATE = { 'cache-control': 'private, no-store' }

/** RFC 9457 problem details with `code`, `requestId` and `errors[]`. Never a stack trace or a text from the provider. */
export function problemResponse(refusal: Refusal, requestId: string): Response {
  const body = {
    type: 'about:blank',
    title: refusal.message,
    status: refusal.status,
    code: refusal.code,
    requestId,
    ...(refusal.errors.length > 0 && { errors: refusal.errors }),
    ...refusal.extra,
  }
  return new Response(JSON.stringify(body), {
    status: refusal.status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...PRIVATE, ...refusal.headers },
  })
}

/** Keeps its text, so that storing the response doesn't need to read it back from a stream. */
export class JsonResponse extends Response {
  readonly content: string

  constructor(content: string, init: { status: number; headers: Record<string, string> }) {
    super(content, init)
    this.content = content
  }
}

export const jsonResponse = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new JsonResponse(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...PRIVATE, ...headers },
  })

type Issue = ZodError['issues'][number] & {
  params?: { code?: string }
  keys?: string[]
  expected?: string
  input?: unknown
}

function problemsOf(issue: Issue): FieldProblem[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map((key) => ({
      path: [...issue.path, key].join('.'),
      code: 'unknown_field',
      message: `The field “${key}” isn’t known here. Remove it.`,
    }))
  if (issue.params?.code) return [{ path, code: issue.params.code, message: issue.message }]
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined)
    return [
      {
        path,
        code: `${String(issue.path.at(-1) ?? 'body')}_required`,
        message: `${path || 'The body'} is missing.`,
      },
    ]
  if (issue.code === 'invalid_type')
    return [{ path, code: `type_${issue.expected}`, message: `${path} must be a ${issue.expected}.` }]
  if (issue.code === 'invalid_value')
    return [{ path, code: 'enum', message: `${path} is not one of the allowed values.` }]
  if (issue.code === 'too_big') return [{ path, code: 'too_long', message: `${path}: ${issue.message}` }]
  return [{ path, code: issue.code, message: `${path}: ${issue.message}` }]
}

/** A 422 refusal that names every field and how to fix it; `code` is that of the first. */
export function schemaRefusal(error: ZodError): Refusal {
  const errors = error.issues.flatMap((issue) => problemsOf(issue as Issue))
  const [first] = errors
  return new Refusal(
    422,
    first?.code ?? 'schema',
    first?.message ?? 'The body isn’t what this route expects.',
    { errors },
  )
}

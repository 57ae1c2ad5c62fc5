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
  /** the digest of a body that the handler read itself, by which a repeated request is compared */
  bodyDigest?: string

  constructor(content: string, init: { status: number; headers: Record<string, string> }) {
    super(content, init)
    this.content = content
  }
}

/** A JSON response that nobody may cache. */
export const jsonResponse = (body: unknown, status = 200) =>
  new JsonResponse(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...PRIVATE },
  })

type Issue = ZodError['issues'][number] & {
  params?: { code?: string }
  keys?: string[]
  values?: unknown[]
  expected?: string
  format?: string
  discriminator?: string
  errors?: Issue[][]
  input?: unknown
}

const isMissing = ({ code, discriminator, input }: Issue): boolean =>
  discriminator === undefined
    ? ['invalid_type', 'invalid_value', 'invalid_union'].includes(code) && input === undefined
    : (input as Record<string, unknown>)[discriminator] === undefined

/** @param within the path of the value, or of the union if the issue is about one of its members */
function problemsOf(issue: Issue, within: PropertyKey[] = []): FieldProblem[] {
  const whole = [...within, ...issue.path]
  const path = whole.join('.')
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map((key) => ({
      path: [...whole, key].join('.'),
      code: 'unknown_field',
      message: `The field “${key}” isn’t known here. Remove it.`,
    }))
  if (issue.params?.code) return [{ path, code: issue.params.code, message: issue.message }]
  if (isMissing(issue))
    return [
      {
        path,
        code: `${String(whole.at(-1) ?? 'body')}_required`,
        message: `${path || 'The body'} is missing.`,
      },
    ]
  if (issue.code === 'invalid_type')
    return [
      { path, code: `type_${issue.expected}`, message: `${path} must be of the type ${issue.expected}.` },
    ]
  if (issue.code === 'invalid_value')
    return [{ path, code: 'enum', message: `${path} must be one of: ${issue.values?.join(', ')}.` }]
  if (issue.code === 'invalid_format' && issue.format === 'date')
    return [{ path, code: 'date', message: `${path} must be a day of the calendar, like 2026-11-21.` }]
  if (issue.code === 'too_big') return [{ path, code: 'too_long', message: `${path}: ${issue.message}` }]
  if (issue.errors?.length) return problemsOfUnion(issue.errors, whole)
  return [{ path, code: 'schema', message: `${path}: ${issue.message}` }]
}

/** The problems of the union member that matched furthest; if none matched, those of all members as one sentence. */
function problemsOfUnion(forms: Issue[][], path: PropertyKey[]): FieldProblem[] {
  const depth = (form: Issue[]) => Math.max(...form.map((issue) => issue.path.length))
  const furthest = forms.reduce((best, form) => (depth(form) > depth(best) ? form : best))
  if (depth(furthest) > 0) return furthest.flatMap((issue) => problemsOf(issue, path))
  const problems = forms.flat().flatMap((issue) => problemsOf(issue, path))
  return [
    { path: path.join('.'), code: 'schema', message: problems.map(({ message }) => message).join(' Or: ') },
  ]
}

/**
 * A 422 refusal that names every field and how to fix it; `code` is that of the first.
 * @param error of a value that was parsed with `reportInput`
 * @param within where the value is
 */
export function schemaRefusal(error: ZodError, within: PropertyKey[] = []): Refusal {
  const errors = error.issues.flatMap((issue) => problemsOf(issue as Issue, within))
  const [first] = errors
  return new Refusal(
    422,
    first?.code ?? 'schema',
    first?.message ?? 'The body isn’t what this route expects.',
    { errors },
  )
}

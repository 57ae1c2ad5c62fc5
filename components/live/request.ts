'use client'
import { sessionEnded } from '@/components/live/session-ended'
import type { StepUpMethod } from '@/lib/auth/step-up.server'
import type { FieldProblem } from '@/lib/platform/refusal'
import { askToStepUp } from './step-up'

type ProblemBody = { title?: string; code?: string; requestId?: string; errors?: FieldProblem[] }

/** A refusal of our own API (RFC 9457). `code` is stable; `offline` when there was no response. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly errors: FieldProblem[]
  readonly body: Record<string, unknown>
  /** The stored response to the first request with this idempotency key: another try gets it again. */
  readonly replayed: boolean

  constructor(status: number, body: ProblemBody & Record<string, unknown>, replayed = false) {
    super(body.title ?? 'No answer')
    this.name = 'Problem'
    this.status = status
    this.code = body.code ?? 'internal'
    this.requestId = body.requestId ?? null
    this.errors = body.errors ?? []
    this.body = body
    this.replayed = replayed
  }
}

/** The stable code of what went wrong; `other` when it is no refusal of ours. */
export const problemCode = (error: unknown): string => (error instanceof Problem ? error.code : 'other')

/** Whether the code of a refusal is about this field of the body. */
export const isAboutField = (error: unknown, field: string): boolean =>
  error instanceof Problem && error.errors[0]?.path.split('.')[0] === field

/** Whether the request may have been carried out: no answer, a failure after the work, or the first try still runs. */
export const isInDoubt = (error: unknown): boolean =>
  !(error instanceof Problem) ||
  error.status < 400 ||
  error.status >= 500 ||
  error.code === 'request_in_progress'

/**
 * Whether the next try keeps its idempotency key, so that it can't be carried out twice. When the server only repeats that
 * the first try failed, the person has been told where to look, and the next try is a new request.
 */
export const keepsKey = (error: unknown): boolean =>
  isInDoubt(error) && !(error instanceof Problem && error.replayed)

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Calls our JSON API with a URL of lib/http/paths.ts.
 * @throws Problem
 */
export const request = <T>(url: string, { method, body, headers, signal }: Options = {}): Promise<T> =>
  withStepUp(async () => {
    // many components send requests when a page starts: yielding keeps the page responsive to clicks
    await globalThis.scheduler?.yield?.()
    const answer = await fetchApi(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: 'no-store',
      signal,
    })
    return answer.json().catch(() => ({}))
  })

/**
 * Sends a request. If it needs a proof of identity, the person is asked and it is sent again, which is safe because the
 * refused one did nothing. A person who has left its page isn't asked, and nothing is sent again.
 */
export async function withStepUp<T>(send: () => Promise<T>): Promise<T> {
  const page = pathOfPage()
  try {
    return await send()
  } catch (error) {
    const refused = error instanceof Problem && error.code === 'step_up_required'
    if (!refused || pathOfPage() !== page) throw error
    if (!(await askToStepUp(error.body.ways as StepUpMethod[])) || pathOfPage() !== page) throw error
    return send()
  }
}
const pathOfPage = () => globalThis.location?.pathname

/**
 * Fetches a URL of our API. A 401 also notifies the frame that the session ended.
 * @throws Problem for every response but a success, and without a response
 */
export async function fetchApi(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new Problem(0, { code: 'offline' })
  })
  if (answer.ok) return answer
  if (answer.status === 401) sessionEnded()
  const body = await answer.json().catch(() => ({}))
  throw new Problem(answer.status, body, answer.headers.has('idempotent-replayed'))
}

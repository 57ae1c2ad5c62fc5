import 'server-only'
import { randomUUID } from 'node:crypto'
import type { NextRequest } from 'next/server'
import type { ZodType } from 'zod'
import type { AuditActor } from '@/lib/audit/record.server'
import { type Actor, hasRole, type RequestedBy, type Role } from '@/lib/auth/roles'
import { readSession, SESSION_COOKIE } from '@/lib/auth/session.server'
import { assertSteppedUp } from '@/lib/auth/step-up.server'
import type { ApiKeyAccess } from '@/lib/http/api-key-access'
import { checkDeclaredSize, drainBody, readJsonObject, receiveFile } from '@/lib/http/body.server'
import { idempotencyKey, withIdempotency } from '@/lib/http/idempotency.server'
import { countResponse } from '@/lib/http/metrics.server'
import { checkHost, checkOrigin } from '@/lib/http/origin.server'
import { addressOf } from '@/lib/http/peer.server'
import { JsonResponse, jsonResponse, problemResponse, schemaRefusal } from '@/lib/http/problem.server'
import { routeName } from '@/lib/http/route-name'
import { assertStorable } from '@/lib/http/storable'
import { assertScope, authenticateKey } from '@/lib/keys/authenticate.server'
import { HSTS, NOTHING_RUNS } from '@/lib/platform/csp'
import { SettingsError } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { notFound, notSetUp, Refusal, roleRequired, sessionRequired } from '@/lib/platform/refusal'
import { isDatabaseUnavailable } from '@/lib/platform/storage.server'
import { isUuid } from '@/lib/platform/uuid'

const MAX_JSON = 64 * 1024
const SLOW_BODY_MS = 1_000
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

/** The valid IDs of the path. A route reads those that its own path has. */
type PathIds = { id: string; number: string }

/** The validated input of a handler. `by` holds both `actor` and `auditActor`, for commands that need the two. */
type RouteContext<Body, Query> = RequestedBy & {
  by: RequestedBy
  request: NextRequest
  params: PathIds
  body: Body
  query: Query
}

type Spec<Body, Query> = {
  /** who may call it; empty = anybody signed in */
  roles?: Role[]
  /** a strict schema of the JSON body; without one the body is not read */
  body?: ZodType<Body>
  query?: ZodType<Query>
  /** a route that spends: requires an Idempotency-Key and replays the response for a repeated one */
  idempotent?: boolean
  /**
   * compares two requests with one key when the handler reads the body itself: by the declared headers while the first
   * one runs, and afterwards by the digest of the body, which the handler returns as `bodyDigest` of its response
   */
  compareBy?: {
    declared: (request: NextRequest) => unknown
    digest: (request: NextRequest, actor: Actor) => Promise<string>
  }
  /** the handler reads a file as the body: its declared size and the person's number of concurrent files are limited */
  maxBytes?: number
  /** false for background requests (polling, events), which don't extend the session */
  ownAct?: boolean
  /** a sensitive action: 403 step_up_required without a recent proof of identity */
  stepUp?: boolean
  /** reading it is recorded, so HEAD is refused: Next would run GET, and record a download that nobody received */
  recorded?: boolean
  /** open to API keys with this scope, and part of the OpenAPI document; without it only people may call it */
  byKey?: ApiKeyAccess
  /** also open to people who still have to enrol a second factor: the routes of one's own account */
  ownAccount?: boolean
  handle: (context: RouteContext<Body, Query>) => Promise<unknown>
}

type Context = { params: Promise<Record<string, string | string[]>> }
type Handler = (request: NextRequest, context: Context) => Promise<Response>

const inFlight = globalThis as unknown as { accordInFlight?: number }

async function guarded(
  request: NextRequest,
  context: Context,
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  inFlight.accordInFlight = (inFlight.accordInFlight ?? 0) + 1
  const route = routeName(request.nextUrl.pathname, await context.params)
  const response = await respond(request, { requestId: randomUUID(), route }, work)
  inFlight.accordInFlight--
  const seconds = (performance.now() - started) / 1000
  if (!response.headers.has('content-security-policy'))
    response.headers.set('content-security-policy', NOTHING_RUNS)
  if (SESSION_COOKIE.secure) response.headers.set(...HSTS)
  countResponse(request.method, route, response.status, seconds)
  return response
}

/** Denied and rate-limited requests are logged, never with a path, a body or a name. */
const LOGGED_STATUSES = [401, 403, 421, 429]

const INTERNAL = new Refusal(
  500,
  'internal',
  'Something went wrong on our side. The request was not retried.',
)
const STORAGE_UNAVAILABLE = new Refusal(
  503,
  'storage_unavailable',
  'The database isn’t responding, and the request was not retried. Try again shortly.',
  { headers: { 'retry-after': '5' } },
)

/** The response to an error that isn't a refusal. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof SettingsError) return notSetUp()
  return isDatabaseUnavailable(error) ? STORAGE_UNAVAILABLE : INTERNAL
}

/** Converts every error into a response. */
async function respond(
  request: NextRequest,
  { requestId, route }: { requestId: string; route: string },
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  try {
    const response = await work(requestId)
    // Next runs GET for HEAD and never reads the body, which would hold its resources until it times out
    if (request.method === 'HEAD') await response.body?.cancel()
    return response
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, status } = error
      if (LOGGED_STATUSES.includes(status)) logger.warn({ code, status, requestId, route }, 'request refused')
      await drainBody(request)
      return problemResponse(error, requestId)
    }
    logger.error({ error, requestId, route }, 'request failed')
    return problemResponse(refusalFor(error), requestId)
  }
}

/**
 * Wraps every route of app/api. Checks, in this order: host 421, HEAD 405, size 413, key 401, origin 403, session 401,
 * scope 403, role 403, second factor 403, proof of identity 403, Idempotency-Key 400, media type 415, syntax 400, id 404,
 * schema 422. Then it calls the handler and sends a plain value as 200 JSON.
 */
export function defineRoute<Body = undefined, Query = undefined>(spec: Spec<Body, Query>): Handler {
  const handler: Handler = (request, context) =>
    guarded(request, context, async (requestId) => {
      checkHost(request)
      if (spec.recorded && request.method === 'HEAD') throw methodRefused('GET')
      checkDeclaredSize(request, spec.maxBytes ?? MAX_JSON)
      const admitted = await admit(request, spec)
      const key = spec.idempotent ? idempotencyKey(request) : undefined
      const waits = performance.now()
      const raw = spec.body ? await readJsonObject(request, MAX_JSON) : undefined
      // the sender of a slow body may have lost access meanwhile
      const actor = performance.now() - waits > SLOW_BODY_MS ? await admit(request, spec) : admitted
      const params = checkIds(await context.params)
      const body = spec.body ? parse(spec.body, raw) : (undefined as Body)
      const query = spec.query ? parse(spec.query, queryOf(request)) : (undefined as Query)
      const by = { actor, auditActor: auditActorOf(actor, request, requestId) }
      const handle = () => spec.handle({ request, ...by, by, params, body, query })
      const run = async () => responseOf(await (spec.maxBytes ? receiveFile(actor.id, handle) : handle()))
      if (key === undefined) return run()
      const { compareBy } = spec
      return withIdempotency(
        {
          userId: actor.id,
          key,
          route: request.nextUrl.pathname,
          body: compareBy?.declared(request) ?? body,
          requestId,
          digest: compareBy && (() => compareBy.digest(request, actor)),
        },
        async () => {
          const answer = await run()
          if (answer instanceof JsonResponse) return answer
          throw new Error('a route that spends credits must respond with JSON')
        },
      )
    })
  return Object.assign(handler, { spec })
}

const responseOf = (answer: unknown): Response => (answer instanceof Response ? answer : jsonResponse(answer))

const auditActorOf = ({ id, roles, key }: Actor, request: NextRequest, requestId: string): AuditActor => ({
  kind: 'user',
  id,
  roles,
  requestId,
  address: addressOf(request),
  ...(key && { keyId: key.id }),
})

/** A route without authentication, such as /api/health. */
export const definePublicRoute =
  (handle: (request: NextRequest, requestId: string) => Promise<unknown>): Handler =>
  (request, context) =>
    guarded(request, context, async (requestId) => responseOf(await handle(request, requestId)))

/**
 * A change without a session, such as setting a password through a link. Checks host, size, origin, media type
 * and schema like every other route.
 */
export const definePublicCommand = <Body>(spec: {
  body: ZodType<Body>
  handle: (context: {
    body: Body
    request: NextRequest
    auditActor: Omit<AuditActor, 'kind'>
  }) => Promise<unknown>
}): Handler =>
  definePublicRoute(async (request, requestId) => {
    checkHost(request)
    checkDeclaredSize(request, MAX_JSON)
    checkOrigin(request)
    const body = parse(spec.body, await readJsonObject(request, MAX_JSON))
    return spec.handle({ body, request, auditActor: { requestId, address: addressOf(request) } })
  })

/** `export const { GET, POST, PUT, PATCH, DELETE } = methods({ POST: … })`: other methods answer 405 with Allow. */
export function methods(given: Partial<Record<Method, Handler>>): Record<Method, Handler> {
  const allow = METHODS.filter((method) => given[method]).join(', ')
  const refuse: Handler = (request, context) =>
    guarded(request, context, async () => {
      throw methodRefused(allow)
    })
  return Object.fromEntries(METHODS.map((method) => [method, given[method] ?? refuse])) as Record<
    Method,
    Handler
  >
}

const methodRefused = (allow: string) =>
  new Refusal(405, 'method_not_allowed', `Use ${allow}.`, { headers: { allow } })

/** @returns who makes the request, if they may */
async function admit<Body, Query>(request: NextRequest, spec: Spec<Body, Query>): Promise<Actor> {
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  const program = await authenticateKey(request)
  if (changes && !program) checkOrigin(request)
  const sid = request.cookies.get(SESSION_COOKIE.name)?.value
  const actor = program ?? (await readSession(sid, spec.ownAct ?? true))
  if (!actor) throw sessionRequired()
  assertScope(actor, spec.byKey?.scope)
  const roles = spec.roles ?? []
  if (roles.length > 0 && !hasRole(actor, ...roles)) throw roleRequired(roles)
  if (actor.mustEnrol && !spec.ownAccount) throw secondFactorRequired(actor)
  if (spec.stepUp) await assertSteppedUp(actor)
  return actor
}

const secondFactorRequired = ({ key }: Actor) =>
  new Refusal(
    403,
    'second_factor_required',
    key
      ? 'The owner of this key must set up a second factor. The key works again after that.'
      : 'Your role requires a second factor. Set it up in your account first.',
  )

/** A record that is numbered within another one, like a release. */
const NUMBER = /^[1-9]\d{0,5}$/

function checkIds(params: Record<string, string | string[]> | undefined): PathIds {
  const checked = Object.entries(params ?? {}).map(([name, value]) => {
    if (typeof value !== 'string' || !(name === 'number' ? NUMBER.test(value) : isUuid(value)))
      throw notFound()
    return [name, value.toLowerCase()]
  })
  return Object.fromEntries(checked) as PathIds
}

function parse<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw schemaRefusal(result.error)
  assertStorable(result.data)
  return result.data
}

function queryOf(request: NextRequest): Record<string, string> {
  const { searchParams } = request.nextUrl
  for (const name of new Set(searchParams.keys()))
    if (searchParams.getAll(name).length > 1)
      throw new Refusal(422, 'parameter_repeated', `The parameter “${name}” is given twice.`, {
        errors: [{ path: name, code: 'parameter_repeated', message: 'Give it once.' }],
      })
  return Object.fromEntries(searchParams)
}

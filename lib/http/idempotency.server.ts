import 'server-only'
import { keyedHash } from '@/lib/audit/seal.server'
import type { JsonResponse } from '@/lib/http/problem.server'
import { canonicalJson } from '@/lib/platform/canonical'
import { ASYNC_COMMIT, db, PREPARED, Prisma, poolExecutor } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { Refusal } from '@/lib/platform/refusal'
import { bool, int4, json, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { isUuid } from '@/lib/platform/uuid'

/** @throws Refusal 400 idempotency_key_required | idempotency_key_invalid */
export function idempotencyKey(request: Request): string {
  const key = request.headers.get('idempotency-key')
  if (!key)
    throw new Refusal(
      400,
      'idempotency_key_required',
      'Send an Idempotency-Key: a new UUID for each action you want.',
    )
  if (!isUuid(key)) throw new Refusal(400, 'idempotency_key_invalid', 'The Idempotency-Key must be a UUID.')
  return key.toLowerCase()
}

const broken = (requestId: string) => ({
  type: 'about:blank',
  title: 'Something went wrong on our side. Check the history before you try again.',
  status: 500,
  code: 'internal',
  requestId,
})

/** `body`: the JSON body, or what the headers say of a body that the handler reads; `digest` then reads and hashes it. */
type IdempotencyScope = {
  userId: string
  key: string
  route: string
  body: unknown
  requestId: string
  digest?: () => Promise<string>
}

/** No request takes so long: its process has died. */
const MAX_REQUEST_MINUTES = 15

/**
 * Runs a spending request at most once per person and idempotency key; the first response is stored for 24 h and
 * replayed. If the process dies before it responds, the key stays "in progress" for 15 minutes and is then answered as
 * an internal error; the attempt shows what happened.
 * @throws Refusal 409 idempotency_key_reused (other body) | request_in_progress
 */
export async function withIdempotency(
  scope: IdempotencyScope,
  run: () => Promise<JsonResponse>,
): Promise<Response> {
  const requestHash = hashOf(scope, scope.body)
  const where = { userId_key: { userId: scope.userId, key: scope.key } }
  // durable with the first synchronous commit of this request, and nothing is sent before that
  const inserted = await select(
    poolExecutor,
    { key: uuid },
    Prisma.sql`${PREPARED}
    insert into idempotency_keys (user_id, key, route, request_hash)
    select ${scope.userId}::uuid, ${scope.key}::uuid, ${scope.route}, ${requestHash} where ${ASYNC_COMMIT}
    on conflict do nothing returning key`,
  )
  if (inserted.length === 0) return replay(await storedResponse(scope), requestHash, scope)
  let response: JsonResponse
  try {
    response = await run()
  } catch (error) {
    // a refusal spent nothing: the key may be reused for the corrected request
    if (error instanceof Refusal) await db().idempotencyKey.delete({ where })
    // an internal error may have spent: the key never runs again, and its response says so
    else await db().idempotencyKey.update({ where, data: { status: 500, body: broken(scope.requestId) } })
    throw error
  }
  await storeResponse(scope, response)
  return response
}

const hashOf = ({ route }: IdempotencyScope, body: unknown) =>
  keyedHash('request', canonicalJson({ route, body }))

/** Never throws, because the response is sent anyway. If it's lost in a crash, the key stays "in progress". */
async function storeResponse(scope: IdempotencyScope, response: JsonResponse): Promise<void> {
  const { userId, key } = scope
  const { status, content, bodyDigest } = response
  const requestHash = bodyDigest === undefined ? null : hashOf(scope, bodyDigest)
  try {
    await select(
      poolExecutor,
      { key: uuid },
      Prisma.sql`${PREPARED}
      update idempotency_keys set status = ${status}, body = ${content}::jsonb,
             request_hash = coalesce(${requestHash}::text, request_hash)
       where user_id = ${userId}::uuid and key = ${key}::uuid and ${ASYNC_COMMIT} returning key`,
    )
  } catch (error) {
    logger.warn({ error }, 'could not store the response for an idempotency key')
  }
}

const STORED = { requestHash: text, status: int4.or(null), body: json<unknown>().or(null), isOver: bool }
type StoredResponse = RowOf<typeof STORED>

async function storedResponse({ userId, key }: IdempotencyScope): Promise<StoredResponse | null> {
  const [stored] = await select(
    db(),
    STORED,
    Prisma.sql`
    select request_hash as "requestHash", status, body,
           created_at < now() - make_interval(mins => ${MAX_REQUEST_MINUTES}::int) as "isOver"
      from idempotency_keys where user_id = ${userId}::uuid and key = ${key}::uuid`,
  )
  return stored ?? null
}

async function isRepeated(
  stored: StoredResponse,
  requestHash: string,
  scope: IdempotencyScope,
): Promise<boolean> {
  if (stored.requestHash === requestHash) return true
  if (stored.status === null || !scope.digest) return false
  return stored.requestHash === hashOf(scope, await scope.digest())
}

async function replay(
  stored: StoredResponse | null,
  requestHash: string,
  scope: IdempotencyScope,
): Promise<Response> {
  if (stored && !(await isRepeated(stored, requestHash, scope)))
    throw new Refusal(
      409,
      'idempotency_key_reused',
      'This Idempotency-Key was already used for a different request.',
    )
  if (stored && stored.status === null && stored.isOver) return replayed(500, broken(scope.requestId))
  if (!stored || stored.status === null)
    throw new Refusal(409, 'request_in_progress', 'The first request with this key is still running.', {
      headers: { 'retry-after': '1' },
    })
  return replayed(stored.status, stored.body)
}

function replayed(status: number, body: unknown): Response {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'private, no-store',
      'idempotent-replayed': 'true',
    },
  })
}

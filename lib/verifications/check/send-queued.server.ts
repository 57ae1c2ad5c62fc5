import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditActor } from '@/lib/audit/record.server'
import { requesterProblem } from '@/lib/auth/roles'
import { activeConnection, isActive } from '@/lib/connections/active.server'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { db, Prisma } from '@/lib/platform/db.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { bool, oneOf, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import { claimAttempt, READY_NOW } from '@/lib/upstream/attempts.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { getAccessToken } from '@/lib/upstream/token.server'
import type { OutgoingCheck } from '@/lib/verifications/check/check'
import type { OwnAttempt } from '@/lib/verifications/check/claim.server'
import { recordReply } from '@/lib/verifications/check/record.server'
import { sendClaimed } from '@/lib/verifications/check/send.server'
import { claimNextCheck, claimWith } from '@/lib/verifications/check/send-queue.server'

/** Below the worker's shutdown timeout. */
const MAX_JOB_WAIT_MS = 20_000
const NO_TOKEN_WAIT_MS = 2_000
const REQUEUE_AFTER_S = 5
/** After that, nobody expects the check to be sent and billed any more. */
const MAX_WAIT_HOURS = 24
const SYSTEM: AuditActor = { kind: 'system' }

/**
 * The job `check.send`: sends the next waiting check of anybody. `attemptId` only identifies the check that triggered
 * the job. Idempotent: does nothing when no check waits, so that a job may arrive twice, late or after a crash.
 */
export async function sendQueued(attemptId: string): Promise<void> {
  const until = performance.now() + MAX_JOB_WAIT_MS
  for (;;) {
    const waitMs = (await sendSandbox(attemptId)) ? null : await sendNext()
    if (waitMs === null) return
    if (performance.now() + waitMs > until) break
    await sleep(waitMs + Math.random() * 20)
  }
  await db().$transaction((tx) => enqueue(tx, 'check.send', { attemptId }, { startAfter: REQUEUE_AFTER_S }))
}

/**
 * Sends with the active connection: the one that was active when the check was stored may not respond any more.
 * @returns how long to wait before trying again (ms), or null when one check was sent or refused, or none waits
 */
async function sendNext(): Promise<number | null> {
  const connection = (await isAnyWaiting()) ? await activeConnection() : null
  if (!connection) return null
  const token = await getAccessToken(connection)
  if (token.kind === 'none' && token.code !== 'upstream_auth_failed') return NO_TOKEN_WAIT_MS
  const queued = await claimNextCheck(connection.id)
  if (queued.kind === 'wait') return queued.inMs
  // another job may have refused this one at the same moment
  if (queued.kind === 'refused' && !(await refuseWaiting(queued.attemptId, queued.code))) return 0
  if (queued.kind === 'go') await sendAttempt(connection, { ...queued.claim, call: queued.call, token })
  return null
}

async function isAnyWaiting(): Promise<boolean> {
  const { waiting } = await selectOne(
    db(),
    { waiting: bool },
    Prisma.sql`select exists (select from attempts a where ${READY_NOW}) as waiting`,
  )
  return waiting
}

const sendAttempt = async (connection: UpstreamConnection, attempt: OwnAttempt): Promise<void> =>
  sendClaimed(await checkOf(attempt.id), { connection, attempt }, SYSTEM)

/**
 * Stores checks as not sent that have waited for their turn for a day, for instance because the provider is down.
 * @returns how many
 */
export async function giveUpWaiting(): Promise<number> {
  const late = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select id from attempts
     where state = 'ready' and verification_id is not null
       and created_at < now() - make_interval(hours => ${MAX_WAIT_HOURS}::int)
     order by created_at limit 200`,
  )
  for (const { id } of late) await refuseWaiting(id, 'upstream_unavailable')
  return late.length
}

/**
 * Stores a waiting check as not sent: credits are missing, its person may run no more checks, or it waited for a day.
 * @returns false when it doesn't wait any more
 */
async function refuseWaiting(attemptId: string, code: string): Promise<boolean> {
  const claim = await claimAttempt(attemptId)
  if (claim) await recordReply(await checkOf(attemptId), claim, { kind: 'not_sent', code }, SYSTEM)
  return claim !== null
}

/** A sandbox check takes no slot and waits only for its own delay. @returns whether this attempt is a sandbox one */
async function sendSandbox(attemptId: string): Promise<boolean> {
  const attempt = await db().attempt.findUnique({
    where: { id: attemptId },
    select: {
      verification: {
        select: { environment: true, requestedBy: { select: { disabledAt: true, roles: true } } },
      },
    },
  })
  if (attempt?.verification?.environment !== 'sandbox') return false
  const problem = requesterProblem(attempt.verification.requestedBy)
  if (problem) {
    await refuseWaiting(attemptId, problem)
    return true
  }
  const connection = await activeConnection()
  if (!connection) throw new Error('no connection is active')
  const token = await getAccessToken(connection)
  const claim = await db().$transaction(async (tx) =>
    (await isActive(tx, connection.id)) ? claimWith(tx, attemptId, connection.id) : null,
  )
  if (claim) await sendAttempt(connection, { ...claim, token })
  return true
}

async function checkOf(attemptId: string): Promise<OutgoingCheck> {
  const [row] = await select(
    db(),
    {
      id: uuid,
      environment: oneOf(ENVIRONMENTS),
      iban: text,
      name: text,
      sandboxResult: text.or(null),
      requestedById: uuid,
      connectionId: uuid.notNull(),
      payloadSha256: text.or(null),
    },
    Prisma.sql`
    select v.id, v.environment, v.iban, v.name, v.sandbox_result as "sandboxResult", v.requested_by_id as "requestedById",
           a.connection_id as "connectionId", a.payload_sha256 as "payloadSha256"
      from attempts a join verifications v on v.id = a.verification_id where a.id = ${attemptId}::uuid`,
  )
  if (!row) throw new Error(`attempt ${attemptId} has no check`)
  return row
}

import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { readRefused, takeReadSlot } from '@/lib/connections/read-slot.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { lockAttemptsOf, reviveAnswer } from '@/lib/upstream/attempts.server'
import { getSingle } from '@/lib/upstream/client.server'
import { recordEnrichmentRead } from '@/lib/upstream/enrichment.server'
import { isFinalAnswer, readAnswer } from '@/lib/verifications/answer'
import { recordAnswers } from '@/lib/verifications/answers.server'
import {
  isTerminal,
  type MatchResult,
  type Outcome,
  outcomeOf,
  type Status,
} from '@/lib/verifications/outcome'
import { readVerification, visibleTo } from '@/lib/verifications/record/queries.server'
import type { VerificationView } from '@/lib/verifications/view'

/** `differs`: the provider now returns another answer than the stored one, which stays. */
export type RefreshedView = VerificationView & { differs: boolean }

/** The stored fields that a new read is compared with. */
export const COMPARED = { status: true, matchResult: true, matchedName: true, purgedAt: true } as const

const readable = {
  id: true,
  upstreamId: true,
  connectionId: true,
  requestedById: true,
  ...COMPARED,
} as const

/**
 * Reads a check again at the provider by its ID (specification 4.3), free of charge. A waiting check takes the answer;
 * a terminal one only gains enrichment. A check without a provider's ID is returned unchanged.
 * @throws Refusal 404, upstream_not_found when the provider does not know the ID; 429 local_rate_limited; 502
 * upstream_unavailable
 */
export async function refreshVerification(
  id: string,
  { actor, auditActor }: RequestedBy,
): Promise<RefreshedView> {
  const where = { id, ...visibleTo(actor) }
  const check = await db().verification.findFirst({ where, select: readable })
  if (!check) throw notFound()
  const { upstreamId, connectionId } = check
  if (upstreamId === null || connectionId === null)
    return { ...(await readVerification(id, actor)), differs: false }
  const differs = await refetchFromProvider({ ...check, upstreamId, connectionId }, auditActor)
  return { ...(await readVerification(id, actor)), differs }
}

/** A check with the fields needed to read it at the provider. */
type Readable = Stored & { upstreamId: string; connectionId: string }

/**
 * Reads a check at the provider by its ID and stores the result (`storeRead`).
 * @returns true when a terminal answer differs from what the provider returns now
 * @throws Refusal 404 upstream_not_found; 429 local_rate_limited; 502 upstream_unavailable
 */
export async function refetchFromProvider(check: Readable, auditActor: AuditActor): Promise<boolean> {
  const body = await readUpstream(check)
  return db().$transaction((tx) => storeRead(tx, check, body, auditActor))
}

async function readUpstream({ id, connectionId, upstreamId }: Readable): Promise<unknown> {
  const { connection, call } = await takeReadSlot(connectionId, 'single_get')
  const read = await getSingle(connection, upstreamId, call)
  if (read.kind === 'failed' && read.code === 'upstream_not_found') {
    logger.warn(
      { verificationId: id, upstreamId, connectionId },
      'the provider does not know the id of a check',
    )
    throw new Refusal(404, 'upstream_not_found', 'The bank service has no check with this ID.')
  }
  if (read.kind === 'failed') throw readRefused(read.code)
  // never store the answer of another check
  if (read.body.id.toLowerCase() !== upstreamId) throw readRefused('upstream_bad_response')
  return read.body
}

type Stored = {
  id: string
  status: Status
  matchResult: MatchResult | null
  requestedById: string
  matchedName: string | null
  purgedAt: Date | null
}

/**
 * Stores what a read returned: the answer of a waiting check, or the enrichment of a terminal one. A different result
 * is flagged only.
 * @returns true when a terminal answer differs from what the provider returns now
 */
export async function storeRead(
  tx: Tx,
  check: Stored,
  raw: unknown,
  auditActor: AuditActor,
): Promise<boolean> {
  await lockAttemptsOf(tx, [check.id])
  await recordEnrichmentRead(tx, check.id)
  // until its answer comes, a check waits or stays given up
  if (!isTerminal(check.status) && !isFinalAnswer(raw, false)) return false
  const answer = readAnswer(raw)
  const [changed] = await recordAnswers(tx, [{ verificationId: check.id, answer, raw }])
  if (changed?.before === 'unknown') await reviveAnswer(tx, check.id)
  if (changed) await notifyAnswered(tx, check, changed.outcome)
  if (changed || !isTerminal(check.status)) return false
  if (answer.enrichment) {
    await tx.$executeRaw`
      update verifications set enrichment = ${JSON.stringify(answer.enrichment)}::jsonb
       where id = ${check.id}::uuid and purged_at is null`
  }
  const now = outcomeOf(answer)
  // a purged check has only its result left to compare
  const sameName = check.purgedAt !== null || answer.matchedName === check.matchedName
  if (now === outcomeOf(check) && sameName) return false
  const object = { type: 'verification', id: check.id }
  await record({ by: auditActor, action: 'verification.result_differs', object, details: { now } }, tx)
  return true
}

/** Notifies the requester of the answer that a waiting check got, and records it as the answer to its request. */
async function notifyAnswered(tx: Tx, { id, requestedById }: Stored, outcome: Outcome): Promise<void> {
  await notify(tx, { topic: 'verification', id, userId: requestedById })
  const { environment, attempts } = await tx.verification.findUniqueOrThrow({
    where: { id },
    select: { environment: true, attempts: { where: { state: 'accepted' }, select: { id: true } } },
  })
  const details = { environment, outcome, attemptId: attempts[0]?.id ?? null, requestedById }
  const object = { type: 'verification', id }
  await record({ by: { kind: 'system' }, action: 'verification.checked', object, details }, tx)
}

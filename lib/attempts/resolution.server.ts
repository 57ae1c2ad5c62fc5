import 'server-only'
import { randomUUID } from 'node:crypto'
import type { ResolveInput } from '@/lib/attempts/schema'
import { type ResolutionKind, waitsForSecond } from '@/lib/attempts/view'
import { record } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import { isoTime } from '@/lib/platform/days/iso-time'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal, retryAfterHeader } from '@/lib/platform/refusal'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { bool, date, int4, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { recordSpending, type Spending } from '@/lib/usage/ledger.server'

const UNKNOWN_ATTEMPT = {
  id: uuid,
  state: text,
  verificationId: uuid.or(null),
  bulkId: uuid.or(null),
  connectionId: uuid.or(null),
  payloadSha256: text.or(null),
  /** set when the provider accepted the request, so that it is billed */
  upstreamId: text.or(null),
  claimedAt: date.or(null),
  sendDeadline: date.or(null),
  /** in how many seconds, by the database's clock, the sender can no longer be sending; 0 or less: it can't be */
  declarableIn: int4.or(null),
  /** another lost batch of this size was sent at the same time, so an ID can belong to either */
  isAmbiguous: bool,
}
export type UnknownAttempt = RowOf<typeof UNKNOWN_ATTEMPT>
type OpenDecision = {
  id: string
  kind: ResolutionKind
  upstreamId: string | null
  proposedById: string
  proposedAt: Date
}

/** A paused sender may still wake up for a while after its deadline. */
const DECLARABLE_AFTER_S = 60

/** The earliest time at which a request with this deadline can be declared not billed. */
export const declarableAt = (sendDeadline: Date): Date =>
  new Date(sendDeadline.getTime() + DECLARABLE_AFTER_S * 1_000)

type ReadOptions = { on?: Db; lock?: boolean; late?: boolean }

/**
 * @param how.late also accept a written-off batch, whose ID may turn up later
 * @throws Refusal 404; 409 attempt_settled when the outcome is known or decided already
 */
export async function readUnknownAttempt(
  id: string,
  { on = db(), lock = false, late = false }: ReadOptions = {},
): Promise<UnknownAttempt> {
  if (lock) await on.$executeRaw`select 1 from attempts where id = ${id}::uuid for update`
  const [row] = await select(
    on,
    UNKNOWN_ATTEMPT,
    Prisma.sql`
    select id, state::text as state, verification_id as "verificationId", bulk_id as "bulkId", connection_id as "connectionId",
           payload_sha256 as "payloadSha256", upstream_id as "upstreamId", claimed_at as "claimedAt", send_deadline as "sendDeadline",
           ceil(extract(epoch from send_deadline + make_interval(secs => ${DECLARABLE_AFTER_S}) - clock_timestamp()))::int as "declarableIn",
           lost_alike(id) as "isAmbiguous"
      from attempts where id = ${id}::uuid`,
  )
  if (!row) throw notFound()
  const writtenOff = late && row.state === 'written_off'
  if (row.state !== 'unknown' && !writtenOff)
    throw new Refusal(409, 'attempt_settled', 'Someone already decided about this request.')
  return row
}

/** @throws Refusal 409 accepted_by_provider; too_early while the request may still be in flight */
export function assertDeclarable({ declarableIn, sendDeadline, upstreamId }: UnknownAttempt): void {
  if (upstreamId !== null)
    throw new Refusal(
      409,
      'accepted_by_provider',
      'The bank service accepted this request, so it can’t be declared not billed.',
    )
  if (declarableIn !== null && declarableIn <= 0) return
  const from = sendDeadline && declarableAt(sendDeadline)
  throw new Refusal(409, 'too_early', 'The request may still be on its way. Try again after its deadline.', {
    extra: { declarableAt: isoTime(from) },
    ...(declarableIn !== null && { headers: retryAfterHeader(declarableIn) }),
  })
}

/** The decision that is in force or waits for a second person. */
const openDecisionOf = async (tx: Tx, attemptId: string): Promise<OpenDecision | null> =>
  tx.resolution.findFirst({
    where: { attemptId, withdrawnAt: null },
    select: { id: true, kind: true, upstreamId: true, proposedById: true, proposedAt: true },
  })

/**
 * Stores a decision. It replaces an unconfirmed one by somebody else, unless it needs confirmation itself.
 * @throws Refusal 409 already_proposed, attach_ambiguous, 403 decides_later
 */
export async function proposeResolution(
  tx: Tx,
  attempt: UnknownAttempt,
  input: ResolveInput,
  actor: Actor,
): Promise<void> {
  await assertMayDecide(actor.id, tx)
  if (input.as === 'attached' && attempt.isAmbiguous && attempt.state === 'written_off')
    throw new Refusal(
      409,
      'attach_ambiguous',
      'Another batch of this size was lost at the same time, so nobody can tell whose ID this is.',
    )
  const standing = await openDecisionOf(tx, attempt.id)
  if (standing && waitsForSecond(standing, attempt) && needsSecond(input, attempt))
    throw new Refusal(
      409,
      'already_proposed',
      'Someone already decided this. A second person must confirm it.',
    )
  if (standing) await withdrawResolution(tx, standing.id, actor)
  await tx.resolution.create({
    data: {
      id: randomUUID(),
      attemptId: attempt.id,
      kind: input.as,
      upstreamId: input.as === 'attached' ? input.upstreamId : null,
      reason: input.as === 'attached' ? null : input.reason,
      evidence: input.as === 'not_billed' ? input.evidence : null,
      proposedById: actor.id,
    },
  })
}

/** Whether this decision takes effect only when a second person confirms it. */
export const needsSecond = ({ as }: ResolveInput, { isAmbiguous }: UnknownAttempt): boolean =>
  as === 'not_billed' || (as === 'attached' && isAmbiguous)

const withdrawResolution = async (tx: Tx, resolutionId: string, actor: Actor) =>
  tx.resolution.update({
    where: { id: resolutionId },
    data: { withdrawnAt: await databaseNow(tx), withdrawnById: actor.id },
  })

/**
 * Confirms, as the second person, the decision that waits. The four-eyes rule is checked here and by the database.
 * @param seen the time of the decision that this person saw: another one may be waiting by now
 * @returns the decision
 * @throws Refusal 409 nothing_proposed, 403 four_eyes | decides_later
 */
export async function confirm(
  tx: Tx,
  attempt: UnknownAttempt,
  seen: string,
  actor: Actor,
): Promise<OpenDecision> {
  const standing = await waitingDecisionOf(tx, attempt, seen)
  if (standing.proposedById === actor.id)
    throw new Refusal(403, 'four_eyes', 'You decided this yourself. Another reviewer must confirm it.')
  await assertMayDecide(actor.id, tx)
  await tx.resolution.update({
    where: { id: standing.id },
    data: { confirmedById: actor.id, confirmedAt: await databaseNow(tx) },
  })
  return standing
}

async function waitingDecisionOf(tx: Tx, attempt: UnknownAttempt, seen: string): Promise<OpenDecision> {
  const standing = await openDecisionOf(tx, attempt.id)
  const isSeen = standing?.proposedAt.getTime() === Date.parse(seen)
  if (standing && isSeen && waitsForSecond(standing, attempt)) return standing
  throw new Refusal(409, 'nothing_proposed', 'Nobody has decided this, or the decision was taken back.')
}

/** Changes the state of an unknown attempt. A trigger rejects this without the decision that the state needs. */
export const changeAttemptState = (
  tx: Tx,
  attemptId: string,
  state: ResolutionKind,
  upstreamId: string | null = null,
): Promise<number> =>
  tx.$executeRaw`
    update attempts set state = ${state}::attempt_state, upstream_id = coalesce(${upstreamId}, upstream_id)
     where id = ${attemptId}::uuid`

/** The refusal of an ID that another batch has. */
export const alreadyAttached = () =>
  new Refusal(409, 'already_attached', 'This ID already belongs to another batch.')

const DECIDED_NOTES = { not_billed: 'declared not billed', written_off: 'written off' } as const

/** Books that people decided about a request whose credits were unknown. */
export const recordDecision = (
  tx: Tx,
  request: Omit<Spending, 'credits' | 'note'>,
  decided: keyof typeof DECIDED_NOTES,
): Promise<void> => recordSpending(tx, { ...request, credits: 0, note: DECIDED_NOTES[decided] })

/** Takes back the decision that waits and that the person saw, and returns it. @throws Refusal 409 nothing_proposed */
export async function withdrawProposal(
  tx: Tx,
  attempt: UnknownAttempt,
  seen: string,
  actor: Actor,
): Promise<OpenDecision> {
  const standing = await waitingDecisionOf(tx, attempt, seen)
  await withdrawResolution(tx, standing.id, actor)
  return standing
}

/** The audit entries of decisions that two people make. */
export const TWO_PEOPLE = {
  attached: { proposed: 'attach_proposed', confirmed: 'attached', withdrawn: 'attach_withdrawn' },
  not_billed: {
    proposed: 'not_billed_declared',
    confirmed: 'not_billed_confirmed',
    withdrawn: 'not_billed_withdrawn',
  },
} as const

/** Writes the audit entry `attempt.…` with the IDs it's about. Free text stays with the decision. */
export const audit = (
  tx: Tx,
  { auditActor }: RequestedBy,
  attemptId: string,
  what: string,
  ids: { verificationId?: string | null; bulkId?: string | null },
  more: Record<string, unknown> = {},
): Promise<void> => {
  const subject = ids.bulkId ? { bulkId: ids.bulkId } : { verificationId: ids.verificationId }
  return record(
    {
      by: auditActor,
      action: `attempt.${what}`,
      object: { type: 'attempt', id: attemptId },
      details: { ...subject, ...more },
    },
    tx,
  )
}

import 'server-only'
import { comparableBulk } from '@/lib/attempts/attach.server'
import {
  alreadyAttached,
  assertDeclarable,
  audit,
  changeAttemptState,
  confirm,
  needsSecond,
  proposeResolution,
  readUnknownAttempt,
  recordDecision,
  TWO_PEOPLE,
  type UnknownAttempt,
  withdrawProposal,
} from '@/lib/attempts/resolution.server'
import type { ConfirmInput, ResolveInput } from '@/lib/attempts/schema'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { db, LONG_TIMEOUTS, refuseOn, type Tx } from '@/lib/platform/db.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { type LockedUpload, lockUploadOf, touchUpload } from '@/lib/uploads/sending/lock.server'
import { acceptBulk, requeueRows, sendNext, stopBulk } from '@/lib/uploads/sending/settle.server'

/**
 * Resolves a batch whose response was lost: attached to the provider's ID (then it's polled like any other),
 * declared not billed (a second person confirms, then it's sent again), or written off (it stays unknown and the
 * rest of the upload continues). An ID that may belong to another lost batch is confirmed by a second person too.
 * Attempt, batch, rows, counts, credits and audit entry change in one transaction.
 * @throws Refusal 401 session_required; 409 attempt_settled, already_proposed, already_attached, attach_ambiguous,
 * too_early, accepted_by_provider; 422 attach_invalid, attach_mismatch
 */
export async function resolveBatch(id: string, input: ResolveInput, by: RequestedBy): Promise<void> {
  // a batch can still be attached after it was written off
  const late = input.as === 'attached'
  if (input.as === 'attached') await comparableBulk(await readUnknownAttempt(id, { late }), input.upstreamId)
  await withUploadLocked(id, by.actor, late, async (tx, upload, attempt) => {
    if (input.as === 'not_billed') assertDeclarable(attempt)
    await proposeResolution(tx, attempt, input, by.actor)
    const waits = needsSecond(input, attempt)
    if (input.as === 'attached' && !waits) await attach(tx, upload, attempt, input.upstreamId)
    if (input.as === 'written_off') await writeOff(tx, upload, attempt)
    const what = waits && input.as !== 'written_off' ? TWO_PEOPLE[input.as].proposed : input.as
    const more = input.as === 'attached' ? { upstreamId: input.upstreamId } : {}
    await audit(tx, by, id, what, attempt, { uploadId: upload.id, ...more })
  })
}

/**
 * Confirms or takes back the decision that waits for a second person. After "not billed" the rows are queued and sent
 * again, after "attached" their results are read.
 * @throws Refusal 409 attempt_settled, nothing_proposed, already_attached, too_early; 403 four_eyes
 */
export async function confirmBatch(id: string, input: ConfirmInput, by: RequestedBy): Promise<void> {
  const { agree, proposedAt } = input
  await withUploadLocked(id, by.actor, false, async (tx, upload, attempt) => {
    const { upstreamId } = await (agree ? confirm : withdrawProposal)(tx, attempt, proposedAt, by.actor)
    if (agree && upstreamId !== null) await attach(tx, upload, attempt, upstreamId)
    else if (agree) {
      assertDeclarable(attempt)
      await resend(tx, upload, attempt)
    }
    const entries = upstreamId === null ? TWO_PEOPLE.not_billed : TWO_PEOPLE.attached
    const what = agree ? entries.confirmed : entries.withdrawn
    await audit(tx, by, id, what, attempt, { uploadId: upload.id, ...(upstreamId && { upstreamId }) })
  })
}

/** Lock order: the person before the upload, and that before its attempts, as in every other transaction. */
async function withUploadLocked(
  id: string,
  actor: Actor,
  late: boolean,
  decide: (tx: Tx, upload: LockedUpload, attempt: UnknownAttempt) => Promise<void>,
): Promise<void> {
  const { bulkId } = await readUnknownAttempt(id, { late })
  await db()
    .$transaction(async (tx) => {
      const upload = await lockAccess(tx, actor, () => lockUploadOf(tx, bulkId ?? ''))
      const attempt = await readUnknownAttempt(id, { on: tx, lock: true, late })
      await decide(tx, upload, attempt)
      await touchUpload(tx, upload.id)
    }, LONG_TIMEOUTS)
    .catch(refuseOn({ bulks_upstream_id_key: alreadyAttached }))
}

async function attach(
  tx: Tx,
  upload: LockedUpload,
  attempt: UnknownAttempt,
  upstreamId: string,
): Promise<void> {
  await changeAttemptState(tx, attempt.id, 'attached', upstreamId)
  const bulkId = attempt.bulkId ?? ''
  const { size } = await tx.bulk.findUniqueOrThrow({ where: { id: bulkId }, select: { size: true } })
  await acceptBulk(tx, upload, { attemptId: attempt.id, bulkId }, { id: upstreamId, totalItems: size })
}

const requestOf = ({ createdById }: LockedUpload, { id }: UnknownAttempt) =>
  ({ kind: 'bulk', attemptId: id, userId: createdById }) as const

async function writeOff(tx: Tx, upload: LockedUpload, attempt: UnknownAttempt): Promise<void> {
  await changeAttemptState(tx, attempt.id, 'written_off')
  // what the provider accepted stays booked
  if (attempt.upstreamId === null) await recordDecision(tx, requestOf(upload, attempt), 'written_off')
  await resumeUpload(tx, upload)
}

async function resend(tx: Tx, upload: LockedUpload, attempt: UnknownAttempt): Promise<void> {
  const bulkId = attempt.bulkId ?? ''
  await changeAttemptState(tx, attempt.id, 'not_billed')
  await recordDecision(tx, requestOf(upload, attempt), 'not_billed')
  await requeueRows(tx, upload, bulkId)
  if (upload.state === 'stopped') return stopBulk(tx, upload.id, bulkId)
  await tx.bulk.update({ where: { id: bulkId }, data: { state: 'waiting', nextPollAt: null } })
  await resumeUpload(tx, upload)
}

/** Resumes the rows that were held back, once no other batch of the upload has an unknown outcome. */
async function resumeUpload(tx: Tx, { id }: LockedUpload): Promise<void> {
  await tx.$executeRaw`
    update uploads u set state = 'processing', pause_reason = null
     where u.id = ${id}::uuid and u.state = 'paused' and u.pause_reason = 'unknown'
       and not exists (select 1 from attempts a join bulks b on b.id = a.bulk_id
                        where b.upload_id = u.id and a.state = 'unknown')`
  await sendNext(tx, id)
  await finishUpload(tx, id)
}

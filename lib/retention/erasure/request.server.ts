import 'server-only'
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import { encrypt } from '@/lib/platform/crypto.server'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma, refuseOn } from '@/lib/platform/db.server'
import type { Erasure } from '@/lib/platform/generated/client'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { bool, date, select, uuid } from '@/lib/platform/sql/select.server'
import { erase, subjectDigest } from '@/lib/retention/erasure/erase.server'
import { reconcileErasures } from '@/lib/retention/erasure/erasures.server'
import { resumableIds } from '@/lib/retention/erasure/resume.server'
import { findSubject } from '@/lib/retention/hits.server'
import { maskedSubject, namesOf } from '@/lib/retention/holds.server'
import { enforceSubjectRate } from '@/lib/retention/rate.server'
import { assertHoldsConfirmed } from '@/lib/retention/restore.server'
import type { ErasureInput } from '@/lib/retention/schema'
import { openSubject } from '@/lib/retention/scope.server'
import type { DataSubject } from '@/lib/retention/subject'
import {
  type ErasureState,
  type ErasureView,
  NO_COUNTS,
  type PurgeCounts,
  type SubjectHits,
} from '@/lib/retention/view'

/**
 * Counts where a person or an IBAN occurs. The search is audited without its subject.
 * @throws Refusal 429 too_many_subjects
 */
export async function searchSubject(
  subject: DataSubject,
  { actor, auditActor }: RequestedBy,
): Promise<SubjectHits> {
  return db().$transaction(async (tx) => {
    await enforceSubjectRate(tx, actor)
    const hits = await findSubject(subject, tx)
    const details = { kind: subject.kind, checks: hits.checks }
    await record({ by: auditActor, action: 'retention.searched', details }, tx)
    return hits
  })
}

/**
 * Requests an erasure, which a second person must confirm.
 * @throws Refusal 409 erasure_requested when the same one is open already, 429 too_many_subjects
 */
export async function requestErasure(
  { subject, reason }: ErasureInput,
  { actor, auditActor }: RequestedBy,
): Promise<{ id: string }> {
  const id = randomUUID()
  const asked = {
    id,
    kind: subject.kind,
    digest: subjectDigest(subject.kind, subject.key),
    subjectCipher: encrypt(subject.value, `erasures|subject_cipher|${id}`),
    reason,
    requestedById: actor.id,
  }
  await db()
    .$transaction(async (tx) => {
      await enforceSubjectRate(tx, actor)
      await tx.erasure.create({ data: asked })
      const details = { kind: subject.kind }
      const object = { type: 'erasure', id }
      await record({ by: auditActor, action: 'retention.erasure_requested', object, details }, tx)
    })
    .catch(refuseOn({ erasures_one_open: alreadyRequested }))
  return { id }
}

const alreadyRequested = () =>
  new Refusal(
    409,
    'erasure_requested',
    'This erasure has already been requested and is waiting for a second person.',
  )

/**
 * Confirms or declines an erasure as the second person. Confirming erases at once what is neither held nor in progress;
 * the rest follows automatically. The requester may withdraw.
 * @throws Refusal 404, 409 erasure_answered | holds_unconfirmed, 403 four_eyes for the requester | decides_later
 */
export async function decideErasure(
  id: string,
  agree: boolean,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  if (agree) await assertHoldsConfirmed()
  await db().$transaction(async (tx) => {
    const [row] = await select(
      tx,
      { open: bool, by: uuid, at: date },
      Prisma.sql`
      select confirmed_at is null and refused_at is null as open, requested_by_id as by, clock_timestamp() as at
        from erasures where id = ${id}::uuid for update`,
    )
    if (!row) throw notFound()
    if (!row.open) throw new Refusal(409, 'erasure_answered', 'Someone has already answered this request.')
    if (agree && row.by === actor.id)
      throw new Refusal(403, 'four_eyes', 'You requested this erasure, so someone else must approve it.')
    if (agree) await assertMayDecide(actor.id, tx)
    const { at } = row
    await tx.erasure.update({
      where: { id },
      data: agree
        ? { confirmedById: actor.id, confirmedAt: at }
        : { refusedById: actor.id, refusedAt: at, subjectCipher: null },
    })
    const object = { type: 'erasure', id }
    if (agree) await record({ by: auditActor, action: 'retention.erasure_confirmed', object }, tx)
    else await record({ by: auditActor, action: 'retention.erasure_refused', object }, tx)
  })
  if (!agree) return
  await reconcileErasures()
  await erase(id)
}

/** How many erasure requests wait for this person's confirmation. */
export const countWaitingErasures = (actor: Actor): Promise<number> =>
  db().erasure.count({
    where: { confirmedAt: null, refusedAt: null, requestedById: { not: actor.id } },
  })

const MAX_LISTED = 100

type Answers = Pick<Erasure, 'id' | 'confirmedAt' | 'refusedAt' | 'appliedAt' | 'closedAt' | 'subjectCipher'>

function stateOf(row: Answers, resumable: string[]): ErasureState {
  const { id, confirmedAt, refusedAt, appliedAt, closedAt, subjectCipher } = row
  if (refusedAt) return 'refused'
  if (!confirmedAt) return 'requested'
  if (appliedAt) return 'erased'
  if (closedAt) return 'closed'
  if (!subjectCipher) return 'nameless'
  return resumable.includes(id) ? 'resumable' : 'partly'
}

/** Erasure requests and their state, newest first. */
export async function listErasures(actor: Actor): Promise<ErasureView[]> {
  const rows = await db().erasure.findMany({ orderBy: { requestedAt: 'desc' }, take: MAX_LISTED })
  const people = await namesOf(
    rows.flatMap((row) => [
      row.requestedById,
      ...[row.confirmedById, row.refusedById, row.closedById].filter((each) => each !== null),
    ]),
  )
  const person = (id: string) => ({ id, name: people.get(id) ?? null })
  const resumable = await resumableIds()
  return Promise.all(
    rows.map(async (row) => {
      const subject = row.subjectCipher && openSubject('erasures', row.id, row.kind, row.subjectCipher)
      const answeredBy = row.confirmedById ?? row.refusedById
      const state = stateOf(row, resumable)
      return {
        id: row.id,
        kind: row.kind as DataSubject['kind'],
        value: subject ? maskedSubject(subject, actor).value : null,
        state,
        reason: row.reason,
        requestedBy: person(row.requestedById),
        requestedAt: row.requestedAt.toISOString(),
        answeredBy: answeredBy ? person(answeredBy) : null,
        answeredAt: isoTime(row.confirmedAt ?? row.refusedAt),
        closed: closingOf(row, people),
        erased: { ...NO_COUNTS, ...(row.erased as Partial<PurgeCounts>) },
        hits: state === 'requested' && subject ? await findSubject(subject) : null,
      }
    }),
  )
}

function closingOf(
  { closedById, closedAt, closeReason }: Pick<Erasure, 'closedById' | 'closedAt' | 'closeReason'>,
  people: ReadonlyMap<string, string>,
): ErasureView['closed'] {
  if (!closedById || !closedAt) return null
  return { by: people.get(closedById) ?? null, at: closedAt.toISOString(), reason: closeReason ?? '' }
}

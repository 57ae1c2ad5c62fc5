import 'server-only'
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import { type Actor, type RequestedBy, seesMasked } from '@/lib/auth/roles'
import { shortIban } from '@/lib/iban/format'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { encrypt } from '@/lib/platform/crypto.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { enforceSubjectRate } from '@/lib/retention/rate.server'
import type { HoldInput } from '@/lib/retention/schema'
import { openSubject, retentionLock } from '@/lib/retention/scope.server'
import type { DataSubject } from '@/lib/retention/subject'
import type { Hold } from '@/lib/retention/view'
import { maskName } from '@/lib/verifications/view'

/**
 * Places a legal hold on an upload, a check, or everything about an IBAN or a name, now and later, until it is
 * released.
 * @throws Refusal 401 session_required when the person lost access meanwhile, 404 for an upload or a check that does not
 * exist, 429 too_many_subjects
 */
export async function placeHold(
  input: HoldInput,
  { actor, auditActor }: RequestedBy,
): Promise<{ id: string }> {
  const id = randomUUID()
  await db().$transaction(async (tx) => {
    if (input.on === 'subject') await enforceSubjectRate(tx, actor)
    await lockAccess(tx, actor, () => retentionLock(tx))
    await tx.legalHold.create({
      data: { id, reason: input.reason, placedById: actor.id, ...(await objectOf(tx, id, input)) },
    })
    const details = input.on === 'subject' ? { on: input.subject.kind } : { on: input.on, of: input.id }
    await record(
      { by: auditActor, action: 'retention.held', object: { type: 'legal_hold', id }, details },
      tx,
    )
  })
  return { id }
}

async function objectOf(tx: Tx, holdId: string, input: HoldInput) {
  if (input.on === 'subject')
    return {
      subjectKind: input.subject.kind,
      subjectCipher: encrypt(input.subject.value, `legal_holds|subject_cipher|${holdId}`),
    }
  const { id } = input
  if (input.on === 'upload') {
    if (!(await tx.upload.findUnique({ where: { id }, select: { id: true } }))) throw notFound()
    return { uploadId: id }
  }
  if (!(await tx.verification.findUnique({ where: { id }, select: { id: true } }))) throw notFound()
  return { verificationId: id }
}

/**
 * Releases a hold: what is due is removed in the next run.
 * @throws Refusal 401 session_required when the person lost access meanwhile, 404 for an unknown or released one
 */
export const releaseHold = (id: string, { actor, auditActor }: RequestedBy): Promise<void> =>
  db().$transaction(async (tx) => {
    await lockAccess(tx, actor, () => retentionLock(tx))
    // the subject is no longer needed
    const count = await tx.$executeRaw`
      update legal_holds set released_by_id = ${actor.id}::uuid, released_at = clock_timestamp(),
             subject_cipher = case when subject_cipher is not null then '\\x'::bytea end
       where id = ${id}::uuid and released_at is null`
    if (count === 0) throw notFound()
    await record({ by: auditActor, action: 'retention.released', object: { type: 'legal_hold', id } }, tx)
  })

/** The holds in force, newest first. */
export async function listHolds(actor: Actor): Promise<Hold[]> {
  const rows = await db().legalHold.findMany({ where: { releasedAt: null }, orderBy: { placedAt: 'desc' } })
  const people = await namesOf(rows.map((row) => row.placedById))
  const files = await db().upload.findMany({
    where: { id: { in: rows.flatMap((row) => row.uploadId ?? []) } },
    select: { id: true, fileName: true },
  })
  return rows.map((row) => ({
    id: row.id,
    on: row.uploadId ? 'upload' : row.verificationId ? 'verification' : 'subject',
    objectId: row.uploadId ?? row.verificationId,
    fileName: files.find(({ id }) => id === row.uploadId)?.fileName ?? null,
    subject:
      row.subjectCipher && row.subjectKind
        ? maskedSubject(openSubject('legal_holds', row.id, row.subjectKind, row.subjectCipher), actor)
        : null,
    reason: row.reason,
    placedBy: people.get(row.placedById) ?? '',
    placedAt: row.placedAt.toISOString(),
  }))
}

/** The subject, masked for people who may not read it. */
export const maskedSubject = ({ kind, value }: DataSubject, actor: Actor) => ({
  kind,
  value: !seesMasked(actor) ? value : kind === 'iban' ? shortIban(value) : maskName(value),
})

/** Names of users by ID. */
export async function namesOf(ids: string[]): Promise<Map<string, string>> {
  const users = await db().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}

import 'server-only'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { findBank } from '@/lib/iban/banks'
import { db } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { readPolicy } from '@/lib/reviews/load.server'
import { type StandingDecision, whyBlocked } from '@/lib/reviews/policy'
import { QUEUE_COLUMNS, QUEUE_JOINS, type QueueRow, toQueueItem } from '@/lib/reviews/queue.server'
import { proposedReason, type Reason } from '@/lib/reviews/reasons'
import type { DecisionView, EarlierCheck, ReviewItem, TimelineEvent } from '@/lib/reviews/view'

const UNDO_MS = 5 * 60_000

type ItemRow = QueueRow & {
  iban: string
  bankName: string | null
  bankCode: string | null
  reference: string | null
  note: string | null
  purpose: string | null
  statusReason: string | null
  evidenceHash: string
  checkedAt: Date
  answeredAt: Date | null
  uploadId: string | null
  fileName: string | null
  row: number | null
}

/** One review with everything a decision needs. @throws Refusal 404, also for one that is not the actor's to see */
export async function readReview(id: string, actor: Actor): Promise<ReviewItem> {
  const [row] = await db().$queryRaw<ItemRow[]>`
    select ${QUEUE_COLUMNS}, v.iban, v.bank_name as "bankName", v.bank_code as "bankCode", v.reference, v.note, v.purpose,
           v.status_reason as "statusReason", r.evidence_hash as "evidenceHash", v.created_at as "checkedAt",
           v.answered_at as "answeredAt", u.id as "uploadId", u.file_name as "fileName",
           (select min(x.number) from upload_rows x where x.verification_id = v.id) as row
      ${QUEUE_JOINS} left join uploads u on u.id = v.upload_id
     where r.id = ${id}::uuid`
  if (!row || !(hasRole(actor, 'reviewer') || row.requestedById === actor.id)) throw notFound()
  const [decisions, policy, earlier, otherIbans, bank] = await Promise.all([
    readDecisions(id),
    readPolicy(),
    readEarlier(row),
    countOtherIbans(row),
    findBank(row.iban),
  ])
  const standing = decisions.filter(
    (decision) => !decision.undone && decision.kind !== 'undo' && decision.kind !== 'reopen',
  )
  const last = standing.at(-1)
  const blocked = whyBlocked(
    {
      ...row,
      decisions: standing.map(
        (decision) => ({ kind: decision.kind, decidedById: decision.by.id }) as StandingDecision,
      ),
    },
    actor.id,
    new Date(),
  )
  return {
    ...toQueueItem(row),
    iban: row.iban,
    bankName: row.bankName ?? bank?.name ?? null,
    bankCode: row.bankCode,
    bic: bank?.bic ?? null,
    reference: row.reference,
    note: row.note,
    purpose: row.purpose,
    statusReason: row.statusReason,
    upload: row.uploadId ? { id: row.uploadId, fileName: row.fileName ?? '', row: row.row } : null,
    evidenceHash: row.evidenceHash,
    proposedReason: proposedReason(row.differenceTypes),
    policy,
    blocked: hasRole(actor, 'reviewer') ? blocked : 'role',
    decisions,
    timeline: timelineOf(row, decisions),
    earlier,
    otherIbans,
    undoableUntil: last?.by.id === actor.id ? new Date(Date.parse(last.at) + UNDO_MS).toISOString() : null,
  }
}

async function readDecisions(reviewId: string): Promise<DecisionView[]> {
  const rows = await db().$queryRaw<
    {
      id: string
      kind: DecisionView['kind']
      reason: Reason | null
      note: string | null
      byId: string
      byName: string
      at: Date
      undone: boolean
    }[]
  >`select d.id, d.kind, d.reason, d.note, u.id as "byId", u.name as "byName", d.created_at as at, d.undone_at is not null as undone
      from decisions d join users u on u.id = d.decided_by_id
     where d.review_id = ${reviewId}::uuid order by d.created_at, d.id`
  return rows.map(({ byId, byName, at, ...rest }) => ({
    ...rest,
    by: { id: byId, name: byName },
    at: at.toISOString(),
  }))
}

async function readEarlier(row: ItemRow): Promise<EarlierCheck[]> {
  const rows = await db().$queryRaw<(Omit<EarlierCheck, 'at'> & { at: Date })[]>`
    select v.id, v.name, v.created_at as at, v.status, v.match_result as "matchResult", r.state as "reviewState"
      from verifications v join verifications this on this.id = ${row.verificationId}::uuid
      left join reviews r on r.verification_id = v.id
     where v.iban = ${row.iban} and v.environment = this.environment and v.id <> this.id and v.created_at < this.created_at
     order by v.created_at desc limit 5`
  return rows.map((earlier) => ({ ...earlier, at: earlier.at.toISOString() }))
}

/** The classic sign of a redirected invoice: the same name with another account. */
async function countOtherIbans(row: ItemRow): Promise<number> {
  const [found] = await db().$queryRaw<{ count: bigint }[]>`
    select count(distinct v.iban) from verifications v join verifications this on this.id = ${row.verificationId}::uuid
     where v.name = this.name and v.environment = this.environment and v.iban <> this.iban`
  return Number(found?.count ?? 0)
}

function timelineOf(row: ItemRow, decisions: DecisionView[]): TimelineEvent[] {
  const asker = { id: row.requestedById, name: row.requestedByName }
  const events: TimelineEvent[] = [
    { at: row.checkedAt.toISOString(), kind: 'checked', by: asker },
    { at: (row.answeredAt ?? row.createdAt).toISOString(), kind: 'answered', by: null },
    { at: row.createdAt.toISOString(), kind: 'added', by: null },
    ...decisions.map(({ at, kind, by, reason, note }) => ({ at, kind, by, reason, note })),
  ]
  return events.reverse()
}

import 'server-only'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { findBank } from '@/lib/iban/banks'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { bool, date, int4, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { readInvolved } from '@/lib/reviews/involved.server'
import { countSignals } from '@/lib/reviews/item/signals.server'
import { readDecisions, readDocuments, readEvents, timelineOf } from '@/lib/reviews/item/timeline.server'
import { policyOf, readAskReason, seesReview } from '@/lib/reviews/load.server'
import {
  blockReasonOf,
  type Involved,
  involvementOf,
  isReviewOpen,
  POLICIES,
  type StandingDecision,
  UNDO_MS,
} from '@/lib/reviews/policy'
import { QUEUE_COLUMNS, QUEUE_JOINS, QUEUE_ROW, toQueueItem } from '@/lib/reviews/queue/queue.server'
import { proposedReason } from '@/lib/reviews/reasons'
import { readMemory } from '@/lib/reviews/rules/memory.server'
import { type DecisionView, type EarlierCheck, type ReviewItem, standingDecisions } from '@/lib/reviews/view'

const ITEM_ROW = {
  ...QUEUE_ROW,
  iban: text,
  bankName: text.or(null),
  bankCode: text.or(null),
  reference: text.or(null),
  note: text.or(null),
  purpose: text.or(null),
  statusReason: text.or(null),
  policy: oneOf(POLICIES).or(null),
  rule: text.or(null),
  checkedAt: date,
  answeredAt: date.or(null),
  uploadId: uuid.or(null),
  fileName: text.or(null),
  payments: bool,
  row: int4.or(null),
  purged: bool,
  now: date,
}
type ItemRow = RowOf<typeof ITEM_ROW>

async function readRow(id: string): Promise<ItemRow | undefined> {
  const [row] = await select(
    db(),
    ITEM_ROW,
    Prisma.sql`
    select ${QUEUE_COLUMNS}, v.iban, v.bank_name as "bankName", v.bank_code as "bankCode", v.reference, v.note, v.purpose,
           v.status_reason as "statusReason", r.policy, rule.name as rule, v.created_at as "checkedAt",
           v.answered_at as "answeredAt", u.id as "uploadId", u.file_name as "fileName",
           exists (select 1 from payment_runs p where p.upload_id = u.id) as payments,
           (select min(x.number) from upload_rows x where x.verification_id = v.id) as row,
           v.purged_at is not null as purged, clock_timestamp() as now
      from reviews r ${QUEUE_JOINS}
      left join uploads u on u.id = v.upload_id left join review_rules rule on rule.id = r.rule_id
     where r.id = ${id}::uuid`,
  )
  return row
}

/** One review with everything a decision needs. @throws Refusal 404, also when the actor may not see it */
export async function readReview(id: string, actor: Actor): Promise<ReviewItem> {
  const row = await readRow(id)
  const reviewer = hasRole(actor, 'reviewer')
  if (!row || !seesReview(actor, row)) throw notFound()
  const [decisions, events, documents, policy, askReason, earlier, signals, memory, involved, bank] =
    await Promise.all([
      readDecisions(id),
      readEvents(id),
      readDocuments(id),
      policyOf(db(), row),
      readAskReason(),
      readEarlier(row, actor),
      countSignals(row.verificationId, actor),
      reviewer && isReviewOpen(row.state) ? readMemory(row.verificationId) : null,
      readInvolved(db(), row.verificationId),
      findBank(row.iban),
    ])
  const standing = standingDecisions(decisions)
  const last = standing.at(-1)
  const later = actor.decidesFrom ? ('decides_later' as const) : null
  const requester = { id: row.requestedById, name: row.requestedByName }
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
    upload: row.uploadId
      ? { id: row.uploadId, fileName: row.fileName ?? '', row: row.row, payments: row.payments }
      : null,
    proposedReason: proposedReason(row.comparison?.differences ?? []),
    policy,
    askReason,
    blocked: reviewer ? (blockedFor({ ...row, ...involved }, standing, actor) ?? later) : 'role',
    reopenBlocked: reopenBlockedFor({ ...row, ...involved }, actor) ?? later,
    decisions,
    timeline: timelineOf({ ...row, requester }, decisions, events),
    earlier,
    memory,
    signals,
    documents,
    undoableUntil:
      last?.by?.id === actor.id && !row.purged ? new Date(Date.parse(last.at) + UNDO_MS).toISOString() : null,
  }
}

function reopenBlockedFor(row: ItemRow & Involved, actor: Actor): ReviewItem['reopenBlocked'] {
  if (row.purged) return 'purged'
  return hasRole(actor, 'reviewer') ? involvementOf(row, actor.id) : 'role'
}

const blockedFor = (row: ItemRow & Involved, standing: DecisionView[], actor: Actor) =>
  blockReasonOf(
    {
      ...row,
      decisions: standing.map(({ kind, by }) => ({ kind, decidedById: by?.id ?? null }) as StandingDecision),
    },
    actor.id,
    row.now,
  )

const EARLIER = {
  id: uuid.or(null),
  name: text.or(null),
  at: date,
  status: text,
  matchResult: text.or(null),
  reviewState: QUEUE_ROW.state.or(null),
}

/** The last checks of the same IBAN. For other people's checks an analyst sees date, result and decision only. */
async function readEarlier(row: ItemRow, actor: Actor): Promise<EarlierCheck[]> {
  const open = hasRole(actor, 'reviewer')
    ? Prisma.sql`true`
    : Prisma.sql`v.requested_by_id = ${actor.id}::uuid`
  const rows = await select(
    db(),
    EARLIER,
    Prisma.sql`
    select case when ${open} then v.id end as id, case when ${open} then v.name end as name, v.created_at as at, v.status,
           v.match_result as "matchResult", r.state as "reviewState"
      from verifications v join verifications this on this.id = ${row.verificationId}::uuid
      left join reviews r on r.verification_id = v.id
     where this.purged_at is null and v.iban = ${row.iban} and v.environment = this.environment and v.id <> this.id and v.created_at < this.created_at
     order by v.created_at desc limit 5`,
  )
  return rows.map((earlier) => ({
    id: earlier.id,
    name: earlier.name,
    at: earlier.at.toISOString(),
    status: earlier.status,
    matchResult: earlier.matchResult,
    reviewState: earlier.reviewState,
  }))
}

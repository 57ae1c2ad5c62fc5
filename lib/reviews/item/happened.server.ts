import 'server-only'
import { db } from '@/lib/platform/db.server'
import type { CallBack } from '@/lib/reviews/call'
import type { Reason } from '@/lib/reviews/reasons'
import type { DecisionView, DocumentView, PersonRef, TimelineEvent } from '@/lib/reviews/view'

type DecisionRow = {
  id: string
  kind: DecisionView['kind']
  reason: Reason | null
  note: string | null
  callBack: CallBack | null
  correctedName: string | null
  byId: string | null
  byName: string | null
  rule: string | null
  at: Date
  undone: boolean
}

/** All decisions on a review, oldest first; those taken back too. */
export async function readDecisions(reviewId: string): Promise<DecisionView[]> {
  const rows = await db().$queryRaw<DecisionRow[]>`
    select d.id, d.kind, d.reason, d.note, d.call_back as "callBack", d.corrected_name as "correctedName", u.id as "byId", u.name as "byName", rule.name as rule, d.created_at as at,
           d.undone_at is not null as undone
      from decisions d left join users u on u.id = d.decided_by_id left join review_rules rule on rule.id = d.rule_id
     where d.review_id = ${reviewId}::uuid order by d.created_at, d.id`
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    callBack: row.callBack,
    correctedName: row.correctedName,
    by: row.byId ? { id: row.byId, name: row.byName ?? '' } : null,
    rule: row.rule,
    at: row.at.toISOString(),
    undone: row.undone,
  }))
}

type EventRow = { kind: 'claimed' | 'taken_over' | 'note' | 'document'; note: string | null; at: Date } & {
  byId: string
  byName: string
}

/** Claims, notes and documents of a review. */
export async function readEvents(reviewId: string): Promise<TimelineEvent[]> {
  const rows = await db().$queryRaw<EventRow[]>`
    select e.kind, e.note, e.created_at as at, u.id as "byId", u.name as "byName"
      from review_events e join users u on u.id = e.by_id where e.review_id = ${reviewId}::uuid`
  return rows.map(({ kind, note, at, byId, byName }) => ({
    kind,
    note,
    at: at.toISOString(),
    by: { id: byId, name: byName },
  }))
}

/** The documents of a review without their bytes, oldest first. */
export async function readDocuments(reviewId: string): Promise<DocumentView[]> {
  const rows = await db().$queryRaw<
    (Omit<DocumentView, 'by' | 'at'> & { byId: string; byName: string; at: Date })[]
  >`
    select d.id, d.file_name as "fileName", d.media_type as "mediaType", d.bytes, u.id as "byId", u.name as "byName",
           d.created_at as at
      from documents d join users u on u.id = d.added_by_id
     where d.review_id = ${reviewId}::uuid order by d.created_at, d.id`
  return rows.map((row) => ({
    id: row.id,
    fileName: row.fileName,
    mediaType: row.mediaType,
    bytes: row.bytes,
    by: { id: row.byId, name: row.byName },
    at: row.at.toISOString(),
  }))
}

type Beginning = {
  asker: PersonRef
  checkedAt: Date
  answeredAt: Date | null
  createdAt: Date
  rule: string | null
}

/** Everything that happened to a check under review, newest first. */
export function timelineOf(
  begun: Beginning,
  decisions: DecisionView[],
  events: TimelineEvent[],
): TimelineEvent[] {
  const { asker, checkedAt, answeredAt, createdAt, rule } = begun
  const first: TimelineEvent[] = [
    { at: checkedAt.toISOString(), kind: 'checked', by: asker },
    { at: (answeredAt ?? createdAt).toISOString(), kind: 'answered', by: null },
    { at: createdAt.toISOString(), kind: 'added', by: null, rule },
  ]
  const acts = [
    ...decisions.map(({ at, kind, by, rule: decidedBy, reason, note, callBack, correctedName }) => ({
      at,
      kind,
      by,
      rule: decidedBy,
      reason,
      note,
      callBack,
      correctedName,
    })),
    ...events,
  ].sort((a, b) => a.at.localeCompare(b.at))
  return [...first, ...acts].reverse()
}

import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import type { PersonView } from '@/lib/platform/person'
import { bool, date, int4, json, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import type { CallBack } from '@/lib/reviews/call'
import { REASONS } from '@/lib/reviews/reasons'
import { DECISION_KINDS, type DecisionView, type DocumentView, type TimelineEvent } from '@/lib/reviews/view'

const DECISION = {
  id: uuid,
  kind: oneOf(DECISION_KINDS),
  reason: oneOf(Object.values(REASONS).flat()).or(null),
  note: text.or(null),
  callBack: json<CallBack>().or(null),
  correctedName: text.or(null),
  byId: uuid.or(null),
  byName: text.or(null),
  rule: text.or(null),
  at: date,
  undone: bool,
}

/** All decisions on a review, oldest first, including those that were undone. */
export async function readDecisions(reviewId: string): Promise<DecisionView[]> {
  const rows = await select(
    db(),
    DECISION,
    Prisma.sql`
    select d.id, d.kind, d.reason, d.note, d.call_back as "callBack", d.corrected_name as "correctedName", u.id as "byId", u.name as "byName", rule.name as rule, d.created_at as at,
           d.undone_at is not null as undone
      from decisions d left join users u on u.id = d.decided_by_id left join review_rules rule on rule.id = d.rule_id
     where d.review_id = ${reviewId}::uuid order by d.created_at, d.id`,
  )
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

const EVENT = {
  kind: oneOf(['claimed', 'taken_over', 'note', 'document']),
  note: text.or(null),
  at: date,
  byId: uuid,
  byName: text,
}

/** Claims, notes and documents of a review. */
export async function readEvents(reviewId: string): Promise<TimelineEvent[]> {
  const rows = await select(
    db(),
    EVENT,
    Prisma.sql`
    select e.kind, e.note, e.created_at as at, u.id as "byId", u.name as "byName"
      from review_events e join users u on u.id = e.by_id where e.review_id = ${reviewId}::uuid`,
  )
  return rows.map(({ kind, note, at, byId, byName }) => ({
    kind,
    note,
    at: at.toISOString(),
    by: { id: byId, name: byName },
  }))
}

const DOCUMENT = {
  id: uuid,
  fileName: text,
  mediaType: text,
  bytes: int4,
  byId: uuid,
  byName: text,
  at: date,
}

/** The documents of a review, oldest first, without their content. */
export async function readDocuments(reviewId: string): Promise<DocumentView[]> {
  const rows = await select(
    db(),
    DOCUMENT,
    Prisma.sql`
    select d.id, d.file_name as "fileName", d.media_type as "mediaType", d.bytes, u.id as "byId", u.name as "byName",
           d.created_at as at
      from documents d join users u on u.id = d.added_by_id
     where d.review_id = ${reviewId}::uuid order by d.created_at, d.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    fileName: row.fileName,
    mediaType: row.mediaType,
    bytes: row.bytes,
    by: { id: row.byId, name: row.byName },
    at: row.at.toISOString(),
  }))
}

type CheckStart = {
  requester: PersonView
  checkedAt: Date
  answeredAt: Date | null
  createdAt: Date
  rule: string | null
}

/** The timeline of a check under review, newest first. */
export function timelineOf(
  begun: CheckStart,
  decisions: DecisionView[],
  events: TimelineEvent[],
): TimelineEvent[] {
  const { requester, checkedAt, answeredAt, createdAt, rule } = begun
  const first: TimelineEvent[] = [
    { at: checkedAt.toISOString(), kind: 'checked', by: requester },
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

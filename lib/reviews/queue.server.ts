import 'server-only'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { writeCursor } from '@/lib/http/paging'
import type { NameComparison } from '@/lib/names/compare'
import { db, Prisma } from '@/lib/platform/db.server'
import type { ReviewState } from '@/lib/reviews/policy'
import type { QueueInput, Tab } from '@/lib/reviews/schema'
import type { QueueItem, QueuePage } from '@/lib/reviews/view'

const STATES: Record<Tab, ReviewState[]> = {
  todo: ['todo'],
  second: ['second_approval'],
  escalated: ['escalated'],
  decided: ['approved', 'rejected'],
}

export type QueueRow = {
  id: string
  verificationId: string
  name: string
  matchedName: string | null
  matchResult: QueueItem['matchResult']
  comparison: NameComparison | null
  differenceTypes: string[]
  state: ReviewState
  createdAt: Date
  decidedAt: Date | null
  requestedById: string
  requestedByName: string
  claimedById: string | null
  claimedByName: string | null
  claimedUntil: Date | null
}

export const QUEUE_COLUMNS = Prisma.sql`
  r.id, r.verification_id as "verificationId", v.name, v.matched_name as "matchedName", r.match_result as "matchResult",
  v.comparison, r.difference_types as "differenceTypes", r.state, r.created_at as "createdAt", r.decided_at as "decidedAt",
  r.requested_by_id as "requestedById", asker.name as "requestedByName",
  claimer.id as "claimedById", claimer.name as "claimedByName", r.claimed_until as "claimedUntil"`

export const QUEUE_JOINS = Prisma.sql`
  from reviews r
  join verifications v on v.id = r.verification_id
  join users asker on asker.id = r.requested_by_id
  left join users claimer on claimer.id = r.claimed_by_id and r.claimed_until > now()`

export const toQueueItem = (row: QueueRow): QueueItem => ({
  id: row.id,
  verificationId: row.verificationId,
  name: row.name,
  matchedName: row.matchedName,
  matchResult: row.matchResult,
  comparison: row.comparison,
  differenceTypes: row.differenceTypes,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  requestedBy: { id: row.requestedById, name: row.requestedByName },
  claimedBy: row.claimedById ? { id: row.claimedById, name: row.claimedByName ?? '' } : null,
  claimedUntil: row.claimedById ? (row.claimedUntil?.toISOString() ?? null) : null,
})

/** Reviewers read every item; an analyst the items of own checks. */
const scope = (actor: Actor) =>
  hasRole(actor, 'reviewer') ? Prisma.empty : Prisma.sql`and r.requested_by_id = ${actor.id}::uuid`

function filters(input: QueueInput) {
  const parts = [Prisma.sql`r.state = any(${STATES[input.tab]}::review_state[])`]
  if (input.results.length > 0) parts.push(Prisma.sql`r.match_result = any(${input.results}::match_result[])`)
  if (input.differences.length > 0) parts.push(Prisma.sql`r.difference_types && ${input.differences}::text[]`)
  if (input.uploadId) parts.push(Prisma.sql`r.upload_id = ${input.uploadId}::uuid`)
  return Prisma.join(parts, ' and ')
}

/** One page of a tab: oldest first, decided ones newest first; with the counts of all tabs. */
export async function searchReviews(input: QueueInput, actor: Actor): Promise<QueuePage> {
  const newest = input.tab === 'decided'
  const after = input.after
    ? newest
      ? Prisma.sql`and (r.created_at, r.id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
      : Prisma.sql`and (r.created_at, r.id) > (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : Prisma.empty
  const order = newest ? Prisma.sql`r.created_at desc, r.id desc` : Prisma.sql`r.created_at, r.id`
  const rows = await db().$queryRaw<QueueRow[]>`
    select ${QUEUE_COLUMNS} ${QUEUE_JOINS}
     where r.environment = ${input.environment}::environment and ${filters(input)} ${scope(actor)} ${after}
     order by ${order} limit ${input.size + 1}`
  const page = rows.slice(0, input.size)
  const last = rows.length > input.size ? page.at(-1) : undefined
  return {
    items: page.map(toQueueItem),
    ...(await countReviews(input.environment, actor)),
    nextCursor: last ? writeCursor({ at: last.createdAt.toISOString(), id: last.id }) : null,
  }
}

/** How many wait in each tab, and how many were decided since midnight UTC. */
export async function countReviews(environment: 'live' | 'sandbox', actor: Actor) {
  const [row] = await db().$queryRaw<Record<Tab | 'today', bigint>[]>`
    select count(*) filter (where r.state = 'todo') as todo,
           count(*) filter (where r.state = 'second_approval') as second,
           count(*) filter (where r.state = 'escalated') as escalated,
           count(*) filter (where r.state in ('approved', 'rejected')) as decided,
           count(*) filter (where r.decided_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') as today
      from reviews r where r.environment = ${environment}::environment ${scope(actor)}`
  const count = (key: Tab | 'today') => Number(row?.[key] ?? 0)
  return {
    counts: {
      todo: count('todo'),
      second: count('second'),
      escalated: count('escalated'),
      decided: count('decided'),
    },
    decidedToday: count('today'),
  }
}

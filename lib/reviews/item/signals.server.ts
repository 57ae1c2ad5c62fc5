import 'server-only'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { date, int4, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import { seesReview } from '@/lib/reviews/load.server'
import { QUEUE_ROW } from '@/lib/reviews/queue/queue.server'
import {
  SIGNAL_KINDS,
  type SignalCheck,
  type SignalCounts,
  type SignalKind,
  type Signals,
} from '@/lib/reviews/view'

const MAX_SHOWN = 20

/** `v` is the check under review, `other` one that shares a value with it and that the actor may see. */
const otherChecks = (actor: Actor, kind: SignalKind) => Prisma.sql`
  from verifications other
 where v.purged_at is null and other.environment = v.environment and other.id <> v.id and ${SIGNS[kind].shared}
   ${hasRole(actor, 'reviewer') ? Prisma.empty : Prisma.sql`and other.requested_by_id = ${actor.id}::uuid`}`

/** Per sign: the value that both checks have, and the value of the other check that counts once. */
const SIGNS: Record<SignalKind, { shared: Prisma.Sql; distinct: Prisma.Sql }> = {
  otherIbans: {
    shared: Prisma.sql`lower(other.name) = lower(v.name) and other.iban <> v.iban`,
    distinct: Prisma.sql`other.iban`,
  },
  otherNames: {
    shared: Prisma.sql`other.iban = v.iban and lower(other.name) <> lower(v.name)`,
    distinct: Prisma.sql`lower(other.name)`,
  },
  otherIbansOfReference: {
    shared: Prisma.sql`other.reference = v.reference and other.iban <> v.iban`,
    distinct: Prisma.sql`other.iban`,
  },
}

/** Counts the other IBANs and names connected to this check, among those the actor may see. */
export async function countSignals(verificationId: string, actor: Actor): Promise<SignalCounts> {
  const count = (kind: SignalKind) =>
    Prisma.sql`(select count(distinct ${SIGNS[kind].distinct})::int ${otherChecks(actor, kind)})`
  const { otherIbans, otherNames, otherIbansOfReference } = await selectOne(
    db(),
    { otherIbans: int4, otherNames: int4, otherIbansOfReference: int4 },
    Prisma.sql`
    select ${count('otherIbans')} as "otherIbans", ${count('otherNames')} as "otherNames",
           ${count('otherIbansOfReference')} as "otherIbansOfReference"
      from verifications v where v.id = ${verificationId}::uuid`,
  )
  return { otherIbans, otherNames, otherIbansOfReference }
}

/** The checks behind the counts, the newest for each IBAN or name. @throws Refusal 404 */
export async function readSignals(reviewId: string, actor: Actor): Promise<Signals> {
  const review = await db().review.findUnique({ where: { id: reviewId } })
  if (!review || !seesReview(actor, review)) throw notFound()
  const [otherIbans = [], otherNames = [], otherIbansOfReference = []] = await Promise.all(
    SIGNAL_KINDS.map((kind) => readOthers(review.verificationId, actor, kind)),
  )
  return { otherIbans, otherNames, otherIbansOfReference }
}

const OTHER = {
  id: uuid,
  name: text,
  iban: text,
  reference: text.or(null),
  at: date,
  status: text,
  matchResult: text.or(null),
  reviewState: QUEUE_ROW.state.or(null),
}

async function readOthers(id: string, actor: Actor, kind: SignalKind): Promise<SignalCheck[]> {
  const rows = await select(
    db(),
    OTHER,
    Prisma.sql`
    select newest.id, newest.name, newest.iban, newest.reference, newest.created_at as at, newest.status,
           newest.match_result as "matchResult", r.state as "reviewState"
      from verifications v
      cross join lateral (
        select distinct on (${SIGNS[kind].distinct}) other.* ${otherChecks(actor, kind)}
         order by ${SIGNS[kind].distinct}, other.created_at desc) newest
      left join reviews r on r.verification_id = newest.id
     where v.id = ${id}::uuid order by newest.created_at desc limit ${MAX_SHOWN}`,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    iban: row.iban,
    reference: row.reference,
    at: row.at.toISOString(),
    status: row.status,
    matchResult: row.matchResult,
    reviewState: row.reviewState,
  }))
}

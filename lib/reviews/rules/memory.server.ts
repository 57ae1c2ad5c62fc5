import 'server-only'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { date, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { correctedName } from '@/lib/reviews/corrected-name.server'
import { loadersOf, requestersOf } from '@/lib/reviews/involved.server'
import { memorySetting } from '@/lib/reviews/load.server'
import { REASONS } from '@/lib/reviews/reasons'
import { DEFAULT_MEMORY_MONTHS } from '@/lib/reviews/settings'
import type { Memory } from '@/lib/reviews/view'

/** How many months a decision is remembered, as a subquery that saves a round trip. */
const MONTHS = Prisma.sql`coalesce((select (value #>> '{}')::int from settings where key = ${memorySetting.key}), ${DEFAULT_MEMORY_MONTHS}::int)`

/** SQL condition: check `same` has the IBAN, submitted name, result and bank's name (or none) of verification `v`. */
const SAME = Prisma.sql`
  same.iban = v.iban and same.environment = v.environment and same.id <> v.id and same.name = v.name
  and same.match_result = v.match_result and same.matched_name is not distinct from v.matched_name`

/**
 * The last decision by people on the same IBAN, submitted name, result and bank's name (or none) as verification `v`,
 * in the same environment and within the configured months. Rules' own decisions don't count: memory must not renew
 * itself. Its corrected name is that of the item: of two approvals, the first may have adopted it.
 */
const LAST_DECISION = Prisma.sql`
  select d.id, d.kind, d.reason, d.note, ${correctedName('old')} as corrected_name, d.created_at, d.decided_by_id, old.id as review_id
    from verifications same
    join reviews old on old.verification_id = same.id
    join decisions d on d.review_id = old.id and d.undone_at is null and d.decided_by_id is not null
   where ${SAME}
     and old.state::text = case d.kind when 'approve' then 'approved' when 'reject' then 'rejected' end
     and d.created_at > now() - make_interval(months => ${MONTHS})
   order by d.created_at desc limit 1`

/**
 * SQL condition: somebody escalated, rejected or reopened an item with the same names as verification `v`, and people
 * have approved none since. No rule approves those.
 */
export const DOUBTED = Prisma.sql`exists (
  select from verifications same
    join reviews doubted on doubted.verification_id = same.id
    join decisions doubt on doubt.review_id = doubted.id and doubt.undone_at is null
   where ${SAME} and doubt.kind in ('escalate', 'reject', 'reopen') and doubt.created_at > coalesce(
     (select approved.created_at from (${LAST_DECISION}) approved where approved.kind = 'approve'), '-infinity'))`

/** The same, if a rule may repeat it: an approval without the people who ran this check or loaded its answer. */
export const REPEATABLE_DECISION = Prisma.sql`
  select last.* from (${LAST_DECISION}) last
   where last.kind = 'approve' and v.matched_name is not null and not exists (
     select from decisions part where part.review_id = last.review_id and part.undone_at is null
        and (part.decided_by_id in (${requestersOf(Prisma.sql`v.id`)}) or part.decided_by_id in (${loadersOf(Prisma.sql`v.id`)})))`

const MEMORY = {
  id: uuid,
  kind: oneOf(['approve', 'reject']),
  reason: oneOf(Object.values(REASONS).flat()).notNull(),
  note: text.or(null),
  correctedName: text.or(null),
  matchedName: text.or(null),
  at: date,
  byId: uuid,
  byName: text,
}

/**
 * What people decided before on the same names and IBAN, or null. Where the bank gave no name only a rejection is
 * remembered: each approval needs a call of its own.
 */
export async function readMemory(verificationId: string, on: Db = db()): Promise<Memory | null> {
  const [row] = await select(
    on,
    MEMORY,
    Prisma.sql`
    select last.id, last.kind::text as kind, last.reason, last.note, last.corrected_name as "correctedName", v.matched_name as "matchedName", last.created_at as at, u.id as "byId", u.name as "byName"
      from verifications v cross join lateral (${LAST_DECISION}) last join users u on u.id = last.decided_by_id
     where v.id = ${verificationId}::uuid`,
  )
  if (!row || (row.kind === 'approve' && row.matchedName === null)) return null
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    correctedName: row.correctedName,
    at: row.at.toISOString(),
    by: { id: row.byId, name: row.byName },
  }
}

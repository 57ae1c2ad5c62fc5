import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import { OPEN_STATES } from '@/lib/reviews/open-states.server'

/** SQL: `repeated` has the checks that these repeat, over any number of repeats. */
const withRepeated = (verificationIds: string[]): Prisma.Sql => Prisma.sql`
  with recursive repeated as (
    select previous_id as id from verifications where id = any(${verificationIds}::uuid[]) and previous_id is not null
    union
    select v.previous_id from verifications v join repeated on repeated.id = v.id where v.previous_id is not null)`

/**
 * Waits for answers that are being stored for the checks that these repeat, so that of two checks the later one to be
 * stored sees the review of the other. The newest is locked first: its own transaction waits for older ones only.
 */
export const lockRepeatedChecks = (tx: Tx, verificationIds: string[]): Promise<number> =>
  tx.$executeRaw`
    select 1 from verifications where id = any(array(${withRepeated(verificationIds)} select id from repeated))
     order by created_at desc, id for no key update`

/**
 * The result of a re-check closes undecided reviews of the checks that it repeats, whichever was answered first; decided
 * ones stay. A failed one has none.
 * @returns the reviews that were closed
 */
export async function closeReplaced(tx: Tx, verificationIds: string[]): Promise<string[]> {
  const closed = await select(
    tx,
    { id: uuid },
    Prisma.sql`${withRepeated(verificationIds)}, again as (
      select first, first as id from (select unnest(${verificationIds}::uuid[]) as first union select id from repeated) all_of
      union
      select again.first, next.id from verifications next join again on again.id = next.previous_id)
    update reviews set state = 'superseded', claimed_by_id = null, claimed_until = null, awaits_rule = false
     where state in ${OPEN_STATES} and verification_id in (
       select again.first from again join verifications v on v.id = again.id
        where again.id <> again.first and v.status = 'completed')
    returning id`,
  )
  return closed.map(({ id }) => id)
}

import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { bool, oneOf, selectOne } from '@/lib/platform/sql/select.server'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'
import { STATUSES } from '@/lib/verifications/outcome'

/** SQL condition: check `again` counts as a repeat, because it was sent or reused an earlier answer. */
export const REPEATS = Prisma.sql`(again.status <> 'not_sent' or again.problem_code = ${KNOWN_MATCH})`

/** SQL condition: check `v` was run again as a new check, alone or in a retry. */
export const REPEATED = Prisma.sql`exists (
  select from verifications again where again.previous_id = v.id and ${REPEATS})`

/** Whether check `id` was run again. Waits for transactions that are running it again at the moment. */
export async function isRepeated(tx: Tx, id: string): Promise<boolean> {
  await tx.$executeRaw`select 1 from verifications where id = ${id}::uuid for update`
  const { repeated } = await selectOne(
    tx,
    { repeated: bool },
    Prisma.sql`select ${REPEATED} as repeated from verifications v where v.id = ${id}::uuid`,
  )
  return repeated
}

/**
 * Locks the check that is run again until the new one is stored, so that it is neither sent again nor erased meanwhile.
 * While its response is lost, it may have been billed: a person decides to pay again, not a program
 * (docs/decisions/0011-people-resolve-lost-responses.md).
 * @throws Refusal 409 verification_purged when its values are gone, verification_waiting while it has no answer,
 * verification_unknown for a program while nobody has resolved its lost response
 */
export async function lockRepeatedCheck(tx: Tx, id: string, by: Pick<Actor, 'key'>): Promise<void> {
  const { purged, status, writtenOff } = await selectOne(
    tx,
    { purged: bool, status: oneOf(STATUSES), writtenOff: bool },
    Prisma.sql`
    select purged_at is not null as purged, status,
           exists (select from attempts a
                    where a.verification_id = v.id and a.state = 'written_off') as "writtenOff"
      from verifications v where id = ${id}::uuid for share`,
  )
  if (purged)
    throw new Refusal(
      409,
      'verification_purged',
      'Name and IBAN of this check were deleted by the retention rule.',
    )
  if (status === 'pending')
    throw new Refusal(409, 'verification_waiting', 'This check is still waiting for its result.')
  if (status === 'unknown' && !writtenOff && by.key)
    throw new Refusal(
      409,
      'verification_unknown',
      'The response to this check was lost, so it may have been billed. A person decides whether to check again.',
    )
}

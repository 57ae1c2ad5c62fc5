import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { bool, date, oneOf, selectOne } from '@/lib/platform/sql/select.server'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'
import { STATUSES, type Status } from '@/lib/verifications/outcome'

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

/** @throws Refusal 409 verification_purged when its values are gone, verification_waiting while it has no answer */
export function assertRepeatable({ status, purgedAt }: { status: Status; purgedAt: Date | null }): void {
  if (purgedAt)
    throw new Refusal(
      409,
      'verification_purged',
      'Name and IBAN of this check were deleted by the retention rule.',
    )
  if (status === 'pending')
    throw new Refusal(409, 'verification_waiting', 'This check is still waiting for its result.')
}

/**
 * Locks the check that is run again until the new one is stored, so that it is neither sent again nor erased meanwhile.
 * @throws Refusal 409 verification_purged | verification_waiting
 */
export async function lockRepeatedCheck(tx: Tx, id: string): Promise<void> {
  assertRepeatable(
    await selectOne(
      tx,
      { status: oneOf(STATUSES), purgedAt: date.or(null) },
      Prisma.sql`select status, purged_at as "purgedAt" from verifications where id = ${id}::uuid for share`,
    ),
  )
}

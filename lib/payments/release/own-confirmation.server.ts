import 'server-only'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { int4, select } from '@/lib/platform/sql/select.server'

/**
 * Which of these lines this person confirmed: their new IBAN, or that they are no duplicates. Four eyes: somebody else
 * must release them. The trigger `payment_releases_own_confirmation` enforces the same.
 * @param numbers the lines of the release
 * @returns their numbers, ascending
 */
export async function ownConfirmedLines(
  on: Db,
  { uploadId, numbers, personId }: { uploadId: string; numbers: readonly number[]; personId: string },
): Promise<number[]> {
  const rows = await select(
    on,
    { number: int4 },
    Prisma.sql`
    select distinct y.number from payment_confirmations y
     where y.upload_id = ${uploadId}::uuid and y.number = any(${numbers}::int[]) and y.by_id = ${personId}::uuid
     order by y.number`,
  )
  return rows.map(({ number }) => number)
}

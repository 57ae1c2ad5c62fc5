import 'server-only'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { longestName, MAX_PAYEE } from '@/lib/tables/payments/name-cap'
import { hasPayments, type OriginalReading } from '@/lib/uploads/original.server'
import { payerBanksOf } from './payer-banks.server'

/** The length, in characters, at which names are cut. `fromProfile`: a profile of the payer's banks sets it. */
export type NameCap = { characters: number; fromProfile: boolean }

/**
 * The length at which names are cut in every file that is generated from an upload with payments: the longest that all of
 * the payer's banks accept by their profiles, or the general limit for a bank without one, and that the schema of the
 * file allows.
 */
export async function nameCapOf(uploadId: string, on: Db = db()): Promise<NameCap> {
  const run = await on.paymentRun.findUnique({ where: { uploadId }, select: { version: true } })
  return nameCapOfBanks(await payerBanksOf(uploadId, on), run?.version ?? null, on)
}

/** The same for the payer's banks, as `payerBanksOf` returns them, and the version of the file, null for a table. */
export async function nameCapOfBanks(
  banks: readonly (string | null)[],
  version: string | null,
  on: Db = db(),
): Promise<NameCap> {
  const { shortest, profiles } = await selectOne(
    on,
    { shortest: int4.or(null), profiles: int4 },
    Prisma.sql`
    select min((p.settings ->> 'nameCap')::int) as shortest, count(*)::int as profiles from bank_profiles p
     where p.bic = any(${[...banks]}::text[])`,
  )
  const general = profiles < banks.length ? MAX_PAYEE : longestName(version)
  return shortest !== null && shortest <= general
    ? { characters: shortest, fromProfile: true }
    : { characters: MAX_PAYEE, fromProfile: false }
}

/** The same for any upload; null for one without payments, whose names are never cut. */
export const nameCapOfUpload = async (
  id: string,
  reading: Partial<OriginalReading>,
): Promise<NameCap | null> => (hasPayments(reading) ? nameCapOf(id) : null)

/** SQL condition: this name is cut. Stored names are on one line and trimmed (`readName`), so it agrees with `isLonger`. */
export const longerThan = (name: Prisma.Sql, characters: number): Prisma.Sql =>
  Prisma.sql`char_length(${name}) > ${characters}::int`

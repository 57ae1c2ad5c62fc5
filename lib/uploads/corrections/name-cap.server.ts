import 'server-only'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { MAX_PAYEE } from '@/lib/tables/payments/name-cap'
import { hasPayments, type OriginalReading } from '@/lib/uploads/original.server'
import { payerBanksOf } from './payer-banks.server'

/** Where names are cut, in characters; `fromProfile`: a profile of the payer's banks says so. */
export type NameCap = { characters: number; fromProfile: boolean }

/**
 * Where the names of an upload that pays are cut, in each file that is written of it: at the longest name that all of
 * the payer's banks take, by their profiles, or without one as banks take it in general.
 */
export const nameCapOf = async (uploadId: string, on: Db = db()): Promise<NameCap> =>
  nameCapOfBanks(await payerBanksOf(uploadId, on), on)

/** The same for the payer's banks, as `payerBanksOf` returns them. */
export async function nameCapOfBanks(banks: readonly (string | null)[], on: Db = db()): Promise<NameCap> {
  const { shortest, profiles } = await selectOne(
    on,
    { shortest: int4.or(null), profiles: int4 },
    Prisma.sql`
    select min((p.settings ->> 'nameCap')::int) as shortest, count(*)::int as profiles from bank_profiles p
     where p.bic = any(${[...banks]}::text[])`,
  )
  const general = profiles < banks.length ? MAX_PAYEE : Number.POSITIVE_INFINITY
  return shortest !== null && shortest <= general
    ? { characters: shortest, fromProfile: true }
    : { characters: MAX_PAYEE, fromProfile: false }
}

/** The same for any upload; null for one that pays nobody, whose names are never cut. */
export const nameCapOfUpload = async (
  id: string,
  reading: Partial<OriginalReading>,
): Promise<NameCap | null> => (hasPayments(reading) ? nameCapOf(id) : null)

/** SQL condition: this name is cut. Stored names are on one line and trimmed (`readName`), so it agrees with `isLonger`. */
export const longerThan = (name: Prisma.Sql, characters: number): Prisma.Sql =>
  Prisma.sql`char_length(${name}) > ${characters}::int`

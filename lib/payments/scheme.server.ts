import 'server-only'
import { bankKey, findBank } from '@/lib/iban/banks'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, int4, select, selectOne, text } from '@/lib/platform/sql/select.server'

/** Whether the bank of an IBAN takes part in the scheme; null where its BIC isn't known, or no register was loaded. */
export type TakesPart = (iban: string | null) => boolean | null

const unknown: TakesPart = () => null

/** What the loaded register says about the banks of these IBANs. */
export async function readTakesPart(ibans: readonly string[]): Promise<TakesPart> {
  const { loaded } = await selectOne(
    db(),
    { loaded: bool },
    Prisma.sql`select exists (select from participants) as loaded`,
  )
  return loaded ? takesPart(ibans) : unknown
}

async function takesPart(ibans: readonly string[]): Promise<TakesPart> {
  const samples = new Map(ibans.map((iban) => [bankKey(iban), iban]))
  const bics = new Map<string, string>()
  for (const [code, iban] of samples) {
    const bic = (await findBank(iban))?.bic
    if (bic) bics.set(code, bic.slice(0, 8))
  }
  const rows = await select(
    db(),
    { bic: text },
    Prisma.sql`select bic from participants where bic = any(${[...bics.values()]}::text[])`,
  )
  const taking = new Set(rows.map(({ bic }) => bic))
  return (iban) => {
    const bic = iban === null ? undefined : bics.get(bankKey(iban))
    return bic === undefined ? null : taking.has(bic)
  }
}

/** How many lines of a run are paid to banks that take no part; null: no register was loaded. */
export async function countOutside(uploadId: string): Promise<number | null> {
  const { loaded } = await selectOne(
    db(),
    { loaded: bool },
    Prisma.sql`select exists (select from participants) as loaded`,
  )
  if (!loaded) return null
  // twelve characters hold the bank's code in every country
  const banks = await select(
    db(),
    { iban: text.notNull(), lines: int4 },
    Prisma.sql`
    select min(l.iban) as iban, count(*)::int as lines from payment_lines l
     where l.upload_id = ${uploadId}::uuid and l.iban is not null group by left(l.iban, 12)`,
  )
  const takes = await takesPart(banks.map(({ iban }) => iban))
  return banks.reduce((sum, { iban, lines }) => (takes(iban) === false ? sum + lines : sum), 0)
}

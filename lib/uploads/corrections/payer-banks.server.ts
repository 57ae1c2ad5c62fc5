import 'server-only'
import { findBank } from '@/lib/iban/banks'
import { BIC, bankOfBic } from '@/lib/iban/bic'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { type RowOf, select, text } from '@/lib/platform/sql/select.server'

const DEBTOR = { bic: text.or(null), iban: text.or(null) }

/**
 * The banks of the accounts that an upload pays from, as the first 8 characters of their BICs: the BIC in the file, else
 * that of the IBAN. Null among them: an account whose bank isn't known.
 */
export async function payerBanksOf(uploadId: string, on: Db = db()): Promise<(string | null)[]> {
  const debtors = await select(
    on,
    DEBTOR,
    Prisma.sql`
    select distinct upper(debtor_bic) as bic, debtor_iban as iban from payment_lines
     where upload_id = ${uploadId}::uuid and coalesce(debtor_bic, debtor_iban, debtor_name) is not null`,
  )
  return [...new Set(await Promise.all(debtors.map(payerBank)))]
}

async function payerBank({ bic, iban }: RowOf<typeof DEBTOR>): Promise<string | null> {
  const known = bic !== null && BIC.test(bic) ? bic : iban && (await findBank(iban))?.bic
  return known ? bankOfBic(known) : null
}

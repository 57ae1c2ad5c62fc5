import 'server-only'
import { z } from 'zod'
import { bankKey, findBank } from '@/lib/iban/banks'
import { bankOfBic } from '@/lib/iban/bic'
import { ANSWERED_RESULTS, type RegisterAnswer, type RunView } from '@/lib/payments/view'
import { db, Prisma } from '@/lib/platform/db.server'
import { setting } from '@/lib/platform/settings.server'
import { int4, select, text } from '@/lib/platform/sql/select.server'

const loaded = z.object({ at: z.iso.datetime(), byId: z.uuid().nullable(), left: z.int(), skipped: z.int() })

/** When the register of participants was loaded, by whom, and what it left out. Null: no register is loaded. */
export const registerSetting = setting('payments.register', loaded, null)
export const readRegisterLoad = registerSetting.read

/** Whether the register lists the bank of an IBAN. Null: the bank's BIC is unknown, or no register is loaded. */
export type RegisterLookup = (iban: string | null) => RegisterAnswer | null

/**
 * Looks up the banks of these IBANs in the loaded register. Only the first 8 characters of a BIC are compared, because
 * a head office and its branches share them. A bank that isn't listed may still take part: under another BIC, or
 * because it joined after the register was loaded.
 */
export async function registerLookup(ibans: readonly string[]): Promise<RegisterLookup> {
  const register = await readRegisterLoad()
  if (!register) return () => null
  const samples = new Map(ibans.map((iban) => [bankKey(iban), iban]))
  const bics = new Map<string, string>()
  for (const [code, iban] of samples) {
    const bic = (await findBank(iban))?.bic
    if (bic) bics.set(code, bankOfBic(bic))
  }
  const rows = await select(
    db(),
    { bic: text },
    Prisma.sql`select bic from participants where bic = any(${[...bics.values()]}::text[])`,
  )
  const listed = new Set(rows.map(({ bic }) => bic))
  return (iban) => {
    const bic = iban === null ? undefined : bics.get(bankKey(iban))
    return bic === undefined ? null : { listed: listed.has(bic), loadedAt: register.at }
  }
}

/**
 * How many lines of a run pay a bank that the register doesn't list. Lines whose own check, or the earlier one that it
 * reuses, the bank answered don't count, because that bank takes part. Null: no register is loaded.
 */
export async function countNotInRegister(uploadId: string): Promise<RunView['notInRegister']> {
  const register = await readRegisterLoad()
  if (!register) return null
  // the bank code is within the first 12 characters of an IBAN in every country
  const banks = await select(
    db(),
    { iban: text.notNull(), lines: int4 },
    Prisma.sql`
    select min(l.iban) as iban, count(*)::int as lines from payment_lines l
     where l.upload_id = ${uploadId}::uuid and l.iban is not null
       and not exists (select from upload_rows x join verifications c on c.id = x.verification_id
                         join verifications v on v.id = coalesce(c.known_id, c.id)
                        where x.upload_id = l.upload_id and x.number = l.number and v.status = 'completed'
                          and v.match_result::text = any(${ANSWERED_RESULTS}::text[]))
     group by left(l.iban, 12)`,
  )
  const inRegister = await registerLookup(banks.map(({ iban }) => iban))
  const missing = banks.filter(({ iban }) => inRegister(iban)?.listed === false)
  return { lines: missing.reduce((sum, { lines }) => sum + lines, 0), loadedAt: register.at }
}

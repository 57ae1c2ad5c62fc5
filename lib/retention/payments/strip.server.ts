import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { REDACTED } from '@/lib/platform/log/scrub'
import { REPORT_CODE } from '@/lib/tables/reports/values'

const columns = (names: string): Prisma.Sql[] => names.split(' ').map((name) => Prisma.raw(name))
const emptied = (of: Prisma.Sql[]) => Prisma.join(of.map((column) => Prisma.sql`${column} = null`))
const isAnyIn = (of: Prisma.Sql[]) => Prisma.sql`num_nonnulls(${Prisma.join(of)}) > 0`

/** What is deleted. The nightly run looks for rows in which some of it is left. */
const PAYEE = columns(
  'iban name end_to_end_id instruction_id uetr remittance ultimate_creditor supplier iban_digest payment_digest',
)
const PARTIES = [...PAYEE, ...columns('batch_id debtor_iban debtor_name debtor_bic')]
const TEXTS = columns('bank_name message_id batch_id end_to_end_id instruction_id uetr iban name')

/** SQL: everything about the payee of a payment line is deleted. Amount, gate and release stay. */
export const WITHOUT_PAYEE = emptied(PAYEE)
/** SQL: the same about payee and payer. */
export const WITHOUT_PARTIES = emptied(PARTIES)
/** SQL condition: a payment line has something about its payee or payer. */
export const HAS_PARTIES = isAnyIn(PARTIES)

/** SQL: every text of a report line `j` is deleted. Its codes, and how it was joined, stay. */
export const WITHOUT_TEXTS = Prisma.sql`
  code = substring(j.code from ${REPORT_CODE.source}), reason_code = substring(j.reason_code from ${REPORT_CODE.source}),
  texts = '{}', ${emptied(TEXTS)}`
/** SQL condition: a report line `j` has a text, also in the place of a code. */
export const HAS_TEXTS = Prisma.sql`
  (cardinality(j.texts) > 0 or ${isAnyIn(TEXTS)}
   or j.code !~ ${REPORT_CODE.source} or j.reason_code !~ ${REPORT_CODE.source})`

/** SQL: the record of a call-back without who was called, and the number. */
export const callWithoutPayee = (call: Prisma.Sql): Prisma.Sql => Prisma.sql`
  case when ${call} is not null then jsonb_build_object('person', '', 'number', '', 'numberSource',
    ${call} -> 'numberSource', 'calledAt', ${call} -> 'calledAt', 'outcome', ${call} -> 'outcome') end`

/** SQL: what a person wrote in a confirmation is deleted: the reason, who was called, and the number. */
export const WITHOUT_WORDS: Prisma.Sql = Prisma.sql`
  reason = case when y.reason is not null then ${REDACTED} end,
  call_back = ${callWithoutPayee(Prisma.sql`y.call_back`)}`

/** Deletes what people and banks said about one payment line, in the caller's transaction. @returns how many places */
export async function stripLine(tx: Tx, uploadId: string, number: number): Promise<number> {
  const confirmations = await tx.$executeRaw`
    update payment_confirmations y set ${WITHOUT_WORDS} where y.upload_id = ${uploadId}::uuid and y.number = ${number}::int`
  const answers = await tx.$executeRaw`
    update payment_report_lines j set ${WITHOUT_TEXTS} where j.upload_id = ${uploadId}::uuid and j.number = ${number}::int`
  return confirmations + answers
}

/**
 * Deletes the payees of these checks from payment lines, confirmations and bank reports, in the caller's transaction.
 * It must run after the checks were stripped: their trigger finds the affected runs by the IBANs of the lines, and records
 * that their gates must be computed again.
 */
export async function stripPayments(tx: Tx, checkIds: string[]): Promise<void> {
  await tx.$executeRaw`
    update payment_confirmations y set ${WITHOUT_WORDS} from upload_rows x
     where x.upload_id = y.upload_id and x.number = y.number and x.verification_id = any(${checkIds}::uuid[])`
  await tx.$executeRaw`
    update payment_report_lines j set ${WITHOUT_TEXTS} from upload_rows x
     where x.upload_id = j.upload_id and x.number = j.number and x.verification_id = any(${checkIds}::uuid[])`
  await tx.$executeRaw`
    update payment_report_lines j set ${WITHOUT_TEXTS} where j.verification_id = any(${checkIds}::uuid[])`
  await tx.$executeRaw`
    update payment_lines l set ${WITHOUT_PAYEE} from upload_rows x
     where x.upload_id = l.upload_id and x.number = l.number and x.verification_id = any(${checkIds}::uuid[])`
}

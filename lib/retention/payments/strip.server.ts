import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { REDACTED } from '@/lib/platform/log/scrub'

/** What a payment line loses with its payee. Amount, gate and release stay. */
export const WITHOUT_PAYEE: Prisma.Sql = Prisma.sql`
  iban = null, name = null, end_to_end_id = null, instruction_id = null, uetr = null, remittance = null,
  ultimate_creditor = null, supplier = null, iban_digest = null, payment_digest = null`

/** What a line of a bank report loses. Its code and how it was joined stay. */
export const WITHOUT_TEXTS: Prisma.Sql = Prisma.sql`
  texts = '{}', bank_name = null, message_id = null, batch_id = null, end_to_end_id = null, instruction_id = null,
  uetr = null, iban = null, name = null`

/** What a confirmation loses: who was called and what was written. */
export const WITHOUT_WORDS: Prisma.Sql = Prisma.sql`
  reason = case when y.reason is not null then ${REDACTED} end,
  call_back = case when y.call_back is not null then jsonb_build_object('person', '', 'number', '', 'numberSource',
    y.call_back -> 'numberSource', 'calledAt', y.call_back -> 'calledAt', 'outcome', y.call_back -> 'outcome') end`

/**
 * Takes the payees of these checks out of payment lines, out of what reviewers confirmed and banks reported about them,
 * in the caller's transaction. Runs after the checks have lost their values, which notes the runs whose gates change.
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

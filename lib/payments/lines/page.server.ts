import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { takePage } from '@/lib/http/paging'
import { shortIban } from '@/lib/iban/format'
import type { GateReason } from '@/lib/payments/gate/gate'
import { type ReportedAnswer, readReportedAnswers } from '@/lib/payments/lines/bank.server'
import { type LinePaging, type LineRow, readLineRows } from '@/lib/payments/lines/row.server'
import { type RegisterLookup, registerLookup } from '@/lib/payments/register-lookup.server'
import { ANSWERED_RESULTS, type BankAnswer, type LinePage, type LineView } from '@/lib/payments/view'
import type { Prisma } from '@/lib/platform/db.server'
import { maskCode } from '@/lib/tables/reports/values'
import { outcomeOf } from '@/lib/verifications/outcome'
import { maskName } from '@/lib/verifications/view'

/**
 * The next lines of a run, in the order of the file, as this person may see them.
 * @param where an SQL condition on `m` (payment_lines), which must include the run
 */
export async function readLinePage(
  id: string,
  where: Prisma.Sql,
  paging: LinePaging,
  { actor, masked }: { actor: Actor; masked: boolean },
): Promise<Omit<LinePage, 'total'>> {
  const rows = await readLineRows(id, where, paging, actor)
  const { items, nextCursor } = takePage(rows, paging.size, ({ number }) => number)
  const numbers = items.map(({ number }) => number)
  const [reported, inRegister] = await Promise.all([
    readReportedAnswers(id, numbers),
    registerLookup(items.flatMap(({ iban }) => iban ?? [])),
  ])
  return {
    items: items.map((row) => lineViewOf(row, reported.get(row.number) ?? null, { masked, inRegister })),
    nextCursor,
  }
}

/**
 * A line as this person may see it. For masked roles, names and IBANs are masked. Free texts may hold a name, so they
 * are left out.
 * @param reported the newest answer of the payer's bank
 */
function lineViewOf(
  row: LineRow,
  reported: ReportedAnswer | null,
  { masked, inRegister }: { masked: boolean; inRegister: RegisterLookup },
): LineView {
  const ibanSeen = (iban: string | null) => (iban && masked ? shortIban(iban) : iban)
  const nameSeen = (name: string | null) => (name && masked ? maskName(name) : name)
  const { oursStatus: status, oursResult: matchResult } = row
  const result = status === null ? null : outcomeOf({ status, matchResult })
  const adopted = row.gate === 'corrected' ? row.adoptedName : null
  return {
    number: row.number,
    name: nameSeen(row.name),
    iban: ibanSeen(row.iban),
    account: row.account,
    amount: row.amount,
    currency: row.currency,
    dueOn: row.dueOn,
    batchId: row.batchId,
    debtorIban: ibanSeen(row.debtorIban),
    endToEndId: row.endToEndId,
    instructionId: row.instructionId,
    uetr: row.uetr,
    remittance: masked ? null : row.remittance,
    ultimateCreditor: nameSeen(row.ultimateCreditor),
    gate: row.release === null ? row.gate : 'released',
    evidence: row.gate,
    reason: row.reason as GateReason,
    bankName: masked || !row.oursVisible ? null : row.matchedName,
    correctedName: masked ? null : adopted,
    verificationId: row.oursVisible ? row.oursId : row.ownId,
    reviewId: row.oursVisible ? row.oursReviewId : null,
    result,
    bank: reported && bankAnswerOf(reported, row.differs, masked),
    release: row.release,
    register: ANSWERED_RESULTS.includes(result) ? null : inRegister(row.iban),
  }
}

const bankAnswerOf = (reported: ReportedAnswer, differs: boolean, masked: boolean): BankAnswer => ({
  code: masked ? reported.code && maskCode(reported.code) : reported.code,
  reasonCode: masked ? reported.reasonCode && maskCode(reported.reasonCode) : reported.reasonCode,
  texts: masked ? [] : reported.texts,
  bankName: masked ? null : reported.bankName,
  reportId: reported.reportId,
  differs,
})

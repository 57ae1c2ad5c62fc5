import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { readSentFile } from '@/lib/http/body.server'
import {
  MAX_REGISTER_BYTES,
  type RegisterProblem,
  readParticipants,
} from '@/lib/payments/participants/read-register'
import type { ParticipationView, RegisterState } from '@/lib/payments/participants/schema'
import { readRegisterLoad, registerLookup, registerSetting } from '@/lib/payments/register-lookup.server'
import { todaySql } from '@/lib/platform/days/days.server'
import { db, lockOf, Prisma, takeLocks } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { int4, select, selectOne, text } from '@/lib/platform/sql/select.server'

const SENTENCES: Record<RegisterProblem['problem'], string> = {
  register_unreadable: 'This file can’t be read as a table. Load the register as CSV.',
  register_no_bic: 'No column of this file contains BICs. Load the register as CSV, with its heading.',
  register_empty: 'This file lists no bank that takes part today. Load the current register of the scheme.',
  register_too_long: 'This file lists more than 25,000 banks. Load only the register of participants.',
}

/**
 * Replaces the whole register by the file in the request body. A file that is refused changes nothing.
 * @throws Refusal 422 register_unreadable | register_no_bic | register_empty | register_too_long
 */
export async function loadRegister(
  request: Request,
  { actor, auditActor }: RequestedBy,
): Promise<RegisterState> {
  const { today } = await selectOne(db(), { today: text }, Prisma.sql`select ${todaySql()}::text as today`)
  const read = readParticipants(await readSentFile(request, actor, MAX_REGISTER_BYTES), today)
  if ('problem' in read) throw new Refusal(422, read.problem, SENTENCES[read.problem])
  const { banks, left, skipped } = read
  if (banks.length === 0) throw new Refusal(422, 'register_empty', SENTENCES.register_empty)
  await db().$transaction(async (tx) => {
    await takeLocks(tx, [lockOf('payments.register')])
    const { count } = await tx.participant.deleteMany()
    await tx.participant.createMany({ data: banks })
    const at = new Date().toISOString()
    await registerSetting.save({ at, byId: actor.id, left, skipped }, tx)
    const details = { before: count, after: banks.length, left, skipped }
    await record({ by: auditActor, action: 'payment.participants_loaded', details }, tx)
  })
  return readRegisterState()
}

/** Removes the register. Whether a bank takes part is then unknown for every bank. */
export async function removeRegister(auditActor: AuditActor): Promise<RegisterState> {
  await db().$transaction(async (tx) => {
    await takeLocks(tx, [lockOf('payments.register')])
    const { count } = await tx.participant.deleteMany()
    if (count === 0) return
    await tx.setting.deleteMany({ where: { key: registerSetting.key } })
    await record({ by: auditActor, action: 'payment.participants_removed', details: { before: count } }, tx)
  })
  return readRegisterState()
}

/** Whether a register is loaded. */
export const hasRegister = async (): Promise<boolean> => (await readRegisterLoad()) !== null

/** What is loaded: how many banks of each country, when and by whom, and how many rows were left out. */
export async function readRegisterState(): Promise<RegisterState> {
  const [state, countries] = await Promise.all([
    readRegisterLoad(),
    select(
      db(),
      { country: text, banks: int4 },
      Prisma.sql`
      select country::text, count(*)::int as banks from participants group by country order by banks desc, country`,
    ),
  ])
  const by = state?.byId
    ? await db().user.findUnique({ where: { id: state.byId }, select: { name: true } })
    : null
  return {
    banks: countries.reduce((sum, { banks }) => sum + banks, 0),
    countries,
    loadedAt: state?.at ?? null,
    loadedBy: by?.name ?? null,
    left: state?.left ?? 0,
    skipped: state?.skipped ?? 0,
  }
}

/** Whether the loaded register lists the bank of each of these IBANs, in the same order. */
export async function participationOf(ibans: readonly string[]): Promise<ParticipationView> {
  const [state, inRegister] = await Promise.all([readRegisterLoad(), registerLookup(ibans)])
  const answerOf = (iban: string) => {
    const answer = inRegister(iban)
    return answer === null ? 'unknown' : answer.listed ? 'listed' : 'not_listed'
  }
  return { loadedAt: state?.at ?? null, answers: ibans.map(answerOf) }
}

import 'server-only'
import { type FreshGate, freshGate, gatesOf, storeGates } from '@/lib/payments/gate/compute.server'
import { evidencePages } from '@/lib/payments/gate/evidence.server'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'
import { RELEASABLE_GATES } from '@/lib/payments/gate/gate-of'
import { lockPaymentRun } from '@/lib/payments/lock-runs.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { allowLongStatements, type RunToRelease } from '@/lib/payments/release/lock.server'
import { runChanged } from '@/lib/payments/release/refusals'
import type { ReleaseInput } from '@/lib/payments/schema'
import { countLines, gateSumsOf } from '@/lib/payments/totals.server'
import type { GateTotals } from '@/lib/payments/view'
import { type Db, db, FILE_TIMEOUTS, Prisma } from '@/lib/platform/db.server'
import { int4, select, selectOne, text } from '@/lib/platform/sql/select.server'
import { sameSums, sumsOf } from '@/lib/tables/money/decimal'
import { messageIdOf, messageIdsOf } from '@/lib/tables/payments/cut-ids'
import type { CutPlan } from '@/lib/tables/payments/line'
import { nameCapOf } from '@/lib/uploads/corrections/name-cap.server'

/** What a release was planned from has changed since. */
export class StalePlan extends Error {}

/** A line with its gate and the IDs of its evidence. `isReleased`: an earlier release contains it. */
type PlannedLine = Omit<FreshGate, 'stored'> & { isReleased: boolean }

/**
 * How the file of a release is split, and under which policy. `totals`: number and sums of the lines to be released.
 * `lines`: every line of the run, those of earlier releases included.
 */
export type ReleasePlan = {
  number: number
  policy: PaymentPolicy
  cut: CutPlan
  totals: GateTotals
  lines: PlannedLine[]
}

/**
 * Plans a release without a lock. The transaction that stores it checks that the plan still holds.
 * @param variant for the MsgIds: 1, or a higher number if another release has taken these in the meantime
 * @throws Refusal 409 run_changed when the lines, their sums or where names are cut aren't what the page showed, or a
 * line can't be released
 */
export async function planRelease(
  run: RunToRelease,
  input: ReleaseInput,
  variant: number,
): Promise<ReleasePlan> {
  const lines = await readChosenLines(run.id, input.lines)
  const totals = { lines: lines.length, sums: sumsOf(lines) }
  const numbers = lines.map(({ number }) => number)
  const asked = input.lines === 'clear' ? numbers : input.lines
  const isExpected = totals.lines === input.expected.lines && sameSums(totals.sums, input.expected.sums)
  if (lines.length === 0 || !isExpected) throw await staleRunRefusal(run.id, asked)
  const policy = await readPaymentPolicy()
  const planned = await planLines(run.id, policy)
  const chosen = new Set(numbers)
  const releasable = planned.filter(
    ({ number, gate, isReleased }) => chosen.has(number) && !isReleased && RELEASABLE_GATES.includes(gate),
  )
  if (releasable.length < numbers.length) throw await staleRunRefusal(run.id, numbers)
  const names = releasable.flatMap((line): [number, string][] =>
    line.correctedName === null ? [] : [[line.number, line.correctedName]],
  )
  const nameCap = (await nameCapOf(run.id)).characters
  if (names.length > 0 && nameCap !== (input.expected.nameCap ?? nameCap))
    throw await staleRunRefusal(run.id, numbers)
  const number = await nextReleaseNumber(db(), run.id)
  const cut = {
    released: numbers,
    // of what was read above, so that the plan has one state of the run, which is checked when it is stored
    gone: planned.filter(({ isReleased }) => isReleased).map(({ number }) => number),
    names,
    nameCap,
    messageIds: await freeMessageIds(run, number, variant),
    at: new Date().toISOString(),
  }
  return { number, policy, cut, totals, lines: planned }
}

/** Released lines keep their stored gate. The others get their current one, which may not be stored yet. */
async function planLines(uploadId: string, policy: PaymentPolicy): Promise<PlannedLine[]> {
  const planned: PlannedLine[] = []
  for await (const rows of evidencePages(db(), uploadId, { open: false }))
    for (const row of rows) {
      const { stored: _, ...fresh } = freshGate(row, policy)
      const { isReleased, gate, reason } = row
      planned.push({
        ...fresh,
        isReleased,
        ...(isReleased && { gate, reason: reason as PlannedLine['reason'] }),
      })
    }
  return planned
}

/** The lines whose stored gate lets them be released: all, or those that the request names. */
const readChosenLines = (uploadId: string, lines: ReleaseInput['lines']) =>
  select(
    db(),
    { number: int4, amount: text.or(null), currency: text.or(null) },
    Prisma.sql`
    select number, amount::text as amount, currency from payment_lines
     where upload_id = ${uploadId}::uuid and release_id is null and gate::text = any(${[...RELEASABLE_GATES]}::text[])
       ${lines === 'clear' ? Prisma.empty : Prisma.sql`and number = any(${lines}::int[])`}
     order by number`,
  )

/**
 * The refusal `run_changed`, with the gates of the run as they are now. It stores these gates first, so that the page
 * shows them when it is read again.
 */
export async function staleRunRefusal(uploadId: string, numbers: readonly number[]) {
  const fresh = await db().$transaction(async (tx) => {
    await allowLongStatements(tx)
    await lockPaymentRun(tx, uploadId)
    const gates = await gatesOf(tx, uploadId, numbers)
    await storeGates(tx, uploadId, gates)
    return gates
  }, FILE_TIMEOUTS)
  const releasable = new Set(
    fresh.filter(({ gate }) => RELEASABLE_GATES.includes(gate)).map(({ number }) => number),
  )
  return runChanged(
    gateSumsOf((await countLines([uploadId])).get(uploadId) ?? []),
    numbers.filter((number) => !releasable.has(number)),
  )
}

/** The numbers of the lines of earlier releases, ascending. */
export async function releasedLineNumbers(on: Db, uploadId: string): Promise<number[]> {
  const rows = await select(
    on,
    { number: int4 },
    Prisma.sql`
    select number from payment_lines where upload_id = ${uploadId}::uuid and release_id is not null order by number`,
  )
  return rows.map(({ number }) => number)
}

/** The number of the next release of a run. */
export async function nextReleaseNumber(on: Db, uploadId: string): Promise<number> {
  const { number } = await selectOne(
    on,
    { number: int4 },
    Prisma.sql`
    select coalesce(max(number), 0) + 1 as number from payment_releases where upload_id = ${uploadId}::uuid`,
  )
  return number
}

/** The first pair of MsgIds that no message of a run and no release has. */
async function freeMessageIds(
  run: RunToRelease,
  number: number,
  from: number,
): Promise<CutPlan['messageIds']> {
  const messages = await db().paymentMessage.count({ where: { uploadId: run.id } })
  for (let variant = from; ; variant++) {
    const ids = messageIdsOf(run.messageId ?? '', number, variant, messages)
    const firsts = [ids.released, ids.held]
    // of a release, only the first is stored, and the others differ where that does
    const all = firsts.flatMap((first) =>
      Array.from({ length: Math.max(messages, 1) }, (_, index) => messageIdOf(first, index)),
    )
    const { used } = await selectOne(
      db(),
      { used: int4 },
      Prisma.sql`
      select (select count(*) from payment_messages where message_id = any(${all}::text[]))::int
           + (select count(*) from payment_releases
               where message_id = any(${firsts}::text[]) or held_message_id = any(${firsts}::text[]))::int
             as used`,
    )
    if (used === 0) return ids
  }
}

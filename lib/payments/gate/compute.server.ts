import 'server-only'
import { type EvidenceRow, evidenceOf, evidencePages } from '@/lib/payments/gate/evidence.server'
import type { GateVerdict, PaymentPolicy } from '@/lib/payments/gate/gate'
import { gateOf } from '@/lib/payments/gate/gate-of'
import { lockPaymentRun } from '@/lib/payments/lock-runs.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { bool, int8, select } from '@/lib/platform/sql/select.server'
import { touchUpload } from '@/lib/uploads/sending/lock.server'

/** The checks and reviews that a verdict rests on: ours, and those of a bank's report. */
type EvidenceIds = Pick<EvidenceRow, 'oursId' | 'oursReviewId' | 'bankId' | 'bankReviewId'>

/**
 * The verdict of a line as of now. `correctedName`: the bank's name that a corrected line gets when it is released.
 * `stored`: the table already has this verdict.
 */
export type FreshGate = GateVerdict &
  EvidenceIds & { number: number; correctedName: string | null; stored: boolean }

/**
 * Computes the gates of a run's unreleased lines, in the order of their numbers, and stores nothing.
 * @param numbers only these lines, ascending
 */
export async function gatesOf(on: Db, uploadId: string, numbers?: readonly number[]): Promise<FreshGate[]> {
  const all: FreshGate[] = []
  for await (const page of pagesOf(on, uploadId, numbers)) all.push(...page)
  return all
}

async function* pagesOf(on: Db, uploadId: string, numbers?: readonly number[]): AsyncGenerator<FreshGate[]> {
  const policy = await readPaymentPolicy(on)
  for await (const rows of evidencePages(on, uploadId, { open: true, numbers }))
    yield rows.map((row) => freshGate(row, policy))
}

/** The verdict of a line under a policy. */
export function freshGate(row: EvidenceRow, policy: PaymentPolicy): FreshGate {
  const { gate, reason } = gateOf(evidenceOf(row, policy), policy, row.at)
  const correctedName = gate === 'corrected' ? row.adoptedName : null
  const { number, oursId, oursReviewId, bankId, bankReviewId } = row
  const stored = gate === row.gate && reason === row.reason
  return { number, gate, reason, correctedName, oursId, oursReviewId, bankId, bankReviewId, stored }
}

/** Stores the verdicts of `gatesOf` that have changed, under the lock of the run. @returns how many lines changed */
export async function storeGates(tx: Tx, uploadId: string, gates: readonly FreshGate[]): Promise<number> {
  const changed = gates.filter(({ stored }) => !stored)
  if (changed.length === 0) return 0
  return tx.$executeRaw`
    update payment_lines l set gate = fresh.gate, gate_reason = fresh.reason
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as fresh(number int, gate payment_gate, reason text)
     where l.upload_id = ${uploadId}::uuid and l.number = fresh.number`
}

/**
 * Computes the gates of a run and stores those that changed. Idempotent. Each page is a short transaction under the
 * lock of the run, so a release waits for one page at most. Evidence that changes in the meantime is not lost: the
 * trigger `payment_changes_noted` records the run again.
 */
export async function computeGates(uploadId: string): Promise<void> {
  const [run] = await select(
    db(),
    { ready: bool },
    Prisma.sql`select state = 'ready' as ready from payment_runs where upload_id = ${uploadId}::uuid`,
  )
  const changeIds = await readChangeIds(uploadId)
  if (run?.ready) await computeRun(uploadId)
  await db().$executeRaw`delete from payment_changes where id = any(${changeIds}::bigint[])`
}

async function computeRun(uploadId: string): Promise<void> {
  const started = performance.now()
  let [lines, changed] = [0, 0]
  for await (const page of pagesOf(db(), uploadId)) {
    lines += page.length
    changed += await storePage(uploadId, page)
  }
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`update payment_runs set gated_at = now() where upload_id = ${uploadId}::uuid`
    await touchUpload(tx, uploadId)
  })
  const ms = Math.round(performance.now() - started)
  logger.info({ uploadId, lines, changed, ms }, 'gates of a payment run computed')
}

/** Computes the changed lines again under the lock of the run, because a release may have taken some of them. */
async function storePage(uploadId: string, page: readonly FreshGate[]): Promise<number> {
  const numbers = page.filter(({ stored }) => !stored).map(({ number }) => number)
  if (numbers.length === 0) return 0
  return db().$transaction(async (tx) => {
    await lockPaymentRun(tx, uploadId)
    return storeGates(tx, uploadId, await gatesOf(tx, uploadId, numbers))
  })
}

/** Read before the evidence: every change that is visible now is then included in it, and can be deleted afterwards. */
async function readChangeIds(uploadId: string): Promise<bigint[]> {
  const rows = await select(
    db(),
    { id: int8 },
    Prisma.sql`select id from payment_changes where upload_id = ${uploadId}::uuid`,
  )
  return rows.map(({ id }) => id)
}

import 'server-only'
import { record } from '@/lib/audit/record.server'
import { retentionDigest } from '@/lib/audit/seal.server'
import { encrypt, hexOf } from '@/lib/platform/crypto.server'
import { db, Prisma, setStatementTimeout, type Tx } from '@/lib/platform/db.server'
import { runSteps } from '@/lib/platform/queue/steps.server'
import { date, int4, select, selectOne, uuid } from '@/lib/platform/sql/select.server'
import { completedErasures, reconcileErasures } from '@/lib/retention/erasure/erasures.server'
import { redactPaymentTexts, redactTexts } from '@/lib/retention/erasure/redact.server'
import {
  dropFilesOfChecks,
  type ErasedSubject,
  type Redaction,
} from '@/lib/retention/payments/drop-files.server'
import { erasePayments } from '@/lib/retention/payments/erase.server'
import { paymentSubjects } from '@/lib/retention/payments/subjects.server'
import { unconfirmedRestore } from '@/lib/retention/restore.server'
import { heldScope, idsAbout, isHeld, openSubject, retentionLock } from '@/lib/retention/scope.server'
import {
  allowRedaction,
  analyzeTables,
  IS_ANSWERED,
  lockAround,
  stripChecks,
} from '@/lib/retention/strip.server'
import { type DataSubject, subjectsOf } from '@/lib/retention/subject'
import { NO_COUNTS, type PurgeCounts } from '@/lib/retention/view'

const BATCH = 500
const SCAN_BATCH = 5_000

type ErasureRow = { id: string; kind: string; digest: Uint8Array }
type KnownErasure = { id: string; kind: string; confirmedAt: Date }

const UNFINISHED = { confirmedAt: { not: null }, appliedAt: null, closedAt: null } as const
/** The condition of an erasure that must be repeated after a restore and whose subject isn't known. */
export const NAMELESS = { ...UNFINISHED, subjectCipher: null } as const

/**
 * Opens the erasures that a restored backup undid, and looks for their subjects. Whoever deletes anything does this
 * first: the value of a subject may be in what is deleted.
 */
export async function reopenErasures(): Promise<void> {
  await reconcileErasures()
  await recoverSubjects(await db().erasure.findMany({ where: NAMELESS }))
}

/**
 * Continues every confirmed erasure that isn't finished: values that were held or still in progress, and those that a
 * restored backup brought back. One whose subject isn't known stays open until an admin enters it or closes it. After
 * a restore, only those that were complete are repeated before an admin has confirmed the legal holds. Each batch is a
 * short transaction, so an interrupted run resumes with the next call.
 * @throws RetryJobError when one failed; the others are finished
 */
export async function finishErasures(): Promise<void> {
  const open = await db().erasure.findMany({ where: UNFINISHED, orderBy: { confirmedAt: 'asc' } })
  // a hold placed since the backup may be lost, but none stopped an erasure that was complete
  const repeatable = (await unconfirmedRestore()) && (await completedErasures())
  const due = open.filter(({ id }) => !repeatable || repeatable.has(id))
  await runSteps(Object.fromEntries(due.map(({ id }) => [`erasure ${id}`, () => erase(id)])))
}

/**
 * Erases the subject of a confirmed erasure, if it is known, from every check made before the erasure was confirmed.
 * Later checks are kept: they have a reason of their own. Held and waiting checks are erased by a later call.
 */
export async function erase(id: string): Promise<void> {
  const { kind, confirmedAt, subjectCipher } = await db().erasure.findUniqueOrThrow({ where: { id } })
  if (!confirmedAt || !subjectCipher) return
  const erasure = { id, kind, confirmedAt }
  const subject = openSubject('erasures', id, kind, subjectCipher)
  const ids = await idsAbout(db(), subject)
  let done = 0
  for (let from = 0; from < ids.length; from += BATCH)
    done += await db().$transaction(async (tx) => {
      await retentionLock(tx)
      return eraseBatch(tx, erasure, ids.slice(from, from + BATCH))
    })
  const about = { subject, before: confirmedAt }
  const paid = await erasePaid(about)
  const written = await redactTexts(about)
  const texts = { changed: paid.changed + written.changed, held: paid.held + written.held }
  const whole = await db().$transaction((tx) => finish(tx, { erasure, ids, done, texts }))
  if (whole) await reconcileErasures()
  if (whole || done > 0) await analyzeTables()
}

/** Erases the subject from payments and bank reports in one transaction, which releases and reports wait for. */
const erasePaid = (about: ErasedSubject): Promise<Redaction> =>
  db().$transaction(
    async (tx) => {
      await setStatementTimeout(tx, 600)
      // redacting long texts takes longer than the default timeout between statements
      await tx.$executeRaw`select set_config('idle_in_transaction_session_timeout', '60s', true)`
      await retentionLock(tx)
      await allowRedaction(tx)
      const target = { ...about, scope: await heldScope(tx) }
      const paid = await erasePayments(tx, target)
      const written = await redactPaymentTexts(tx, target)
      return { changed: paid.changed + written.changed, held: paid.held + written.held }
    },
    { timeout: 10 * 60_000 },
  )

async function eraseBatch(tx: Tx, erasure: KnownErasure, ids: string[]): Promise<number> {
  await allowRedaction(tx)
  const scope = await heldScope(tx)
  const free = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    select v.id from verifications v
     where v.id = any(${ids}::uuid[]) and v.purged_at is null and ${IS_ANSWERED}
       and v.created_at <= ${erasure.confirmedAt}::timestamptz and not ${isHeld(scope)}`,
  )
  const checks = free.map(({ id }) => id)
  await lockAround(tx, checks)
  const originals = await dropFilesOfChecks(tx, checks, scope)
  const stripped = await stripChecks(tx, checks)
  await countErased(tx, erasure.id, { ...stripped, originals })
  return stripped.checks
}

type ErasureStep = { erasure: KnownErasure; ids: string[]; done: number; texts: Redaction }

/** Checks whether anything is left. If not, it deletes the subject itself. */
async function finish(tx: Tx, { erasure, ids, done, texts }: ErasureStep): Promise<boolean> {
  await retentionLock(tx)
  // somebody else may have finished it meanwhile
  if ((await tx.erasure.count({ where: { id: erasure.id, appliedAt: null } })) === 0) return true
  await allowRedaction(tx)
  const row = await selectOne(
    tx,
    { left: int4, at: date },
    Prisma.sql`
    select count(*)::int as left, clock_timestamp() as at from verifications v
     where v.id = any(${ids}::uuid[]) and v.purged_at is null and v.created_at <= ${erasure.confirmedAt}::timestamptz`,
  )
  const left = row.left + texts.held
  await tx.erasure.update({
    where: { id: erasure.id },
    data: left === 0 ? { appliedAt: row.at, subjectCipher: null } : { triedAt: row.at },
  })
  // a held erasure is retried every night: log it only when something changed
  if (left === 0 || done + texts.changed > 0) {
    const { erased } = await tx.erasure.findUniqueOrThrow({ where: { id: erasure.id } })
    const details = { kind: erasure.kind, ...(erased as Partial<PurgeCounts>), texts: texts.changed, left }
    const object = { type: 'erasure', id: erasure.id }
    await record({ by: { kind: 'system' }, action: 'retention.erased', object, details }, tx)
  }
  return left === 0
}

async function countErased(tx: Tx, id: string, more: Partial<PurgeCounts>): Promise<void> {
  const { erased } = await tx.erasure.findUniqueOrThrow({ where: { id }, select: { erased: true } })
  const before = { ...NO_COUNTS, ...(erased as Partial<PurgeCounts>) }
  const sum = Object.fromEntries(
    Object.entries(before).map(([key, value]) => [key, value + (more[key as keyof PurgeCounts] ?? 0)]),
  )
  await tx.erasure.update({ where: { id }, data: { erased: sum } })
}

/**
 * After a restore, the list of erasures identifies its subjects by keyed digest only. The values come from the restored
 * checks, payments and bank reports, and are read before any of them is erased: a free text can mention a subject whose
 * checks another erasure deletes.
 */
export async function recoverSubjects(open: ErasureRow[]): Promise<void> {
  const wanted = new Map(open.map(({ id, kind, digest }) => [`${kind} ${hexOf(digest)}`, id]))
  if (wanted.size === 0) return
  for await (const page of storedSubjects())
    for (const { kind, key, value } of page) {
      const found = `${kind} ${hexOf(subjectDigest(kind, key))}`
      const id = wanted.get(found)
      if (!id || !wanted.delete(found)) continue
      const data = { subjectCipher: encrypt(value, `erasures|subject_cipher|${id}`) }
      await db().$transaction(async (tx) => {
        await allowRedaction(tx)
        await tx.erasure.updateMany({ where: { id, closedAt: null }, data })
      })
      if (wanted.size === 0) return
    }
}

async function* storedSubjects(): AsyncGenerator<DataSubject[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db().verification.findMany({
      where: { id: { gt: after }, purgedAt: null },
      select: { id: true, iban: true, name: true, matchedName: true },
      orderBy: { id: 'asc' },
      take: SCAN_BATCH,
    })
    yield page.flatMap(subjectsOf)
    const last = page.at(-1)
    if (!last || page.length < SCAN_BATCH) break
    after = last.id
  }
  yield* paymentSubjects()
}

/** The permanent record of a subject: enough to find it again in a restored backup, and useless without the key. */
export const subjectDigest = (kind: string, key: string) => retentionDigest('subject', kind, key)

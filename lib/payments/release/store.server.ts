import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { record } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { type FreshGate, gatesOf, storeGates } from '@/lib/payments/gate/compute.server'
import { RELEASABLE_GATES } from '@/lib/payments/gate/gate-of'
import { paymentPolicySetting, readPaymentPolicy } from '@/lib/payments/policy.server'
import { heldTotals, type ReleaseFile } from '@/lib/payments/release/cut.server'
import { allowLongStatements, lockRun, type RunToRelease } from '@/lib/payments/release/lock.server'
import {
  nextReleaseNumber,
  type ReleasePlan,
  releasedLineNumbers,
  StalePlan,
} from '@/lib/payments/release/plan.server'
import { lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import type { CutFiles } from '@/lib/tables/payments/line'
import { isLonger } from '@/lib/tables/payments/name-cap'
import { nameCapOf } from '@/lib/uploads/corrections/name-cap.server'
import { lockOriginal } from '@/lib/uploads/original.server'
import { touchUpload } from '@/lib/uploads/sending/lock.server'
import { announceRelease } from '@/lib/webhooks/outbox.server'

export type ReadyRelease = {
  releaseId: string
  run: RunToRelease
  plan: ReleasePlan
  files: CutFiles
  made: readonly ReleaseFile[]
  by: RequestedBy
}

/**
 * Allows one release at a time in the database: otherwise equal payments of two runs could be released together.
 * @throws Refusal 401 session_required | key_invalid
 */
export const lockReleases = (tx: Tx, actor: Actor): Promise<void> =>
  lockAccess(tx, actor, () => takeLocks(tx, [lockOf('payment release')]))

/**
 * Stores a release and its files. It computes the gates of the lines again, under the lock of the run.
 * @throws StalePlan when the plan is outdated; Refusal 401 session_required | key_invalid when the person lost access
 * meanwhile; 410 original_gone when the file was deleted meanwhile
 */
export async function storeRelease(tx: Tx, ready: ReadyRelease): Promise<void> {
  const { releaseId, run, plan, files, made, by } = ready
  await allowLongStatements(tx)
  const locked = await lockRun(tx, run.id, by.actor)
  await lockOriginal(tx, run.id)
  // the files contain texts of the run, which an erasure may have changed
  if (!isDeepStrictEqual(locked, run)) throw new StalePlan()
  await lockReleases(tx, by.actor)
  await assertMayDecide(by.actor.id, tx)
  await paymentPolicySetting.lockShared(tx)
  await storeGates(tx, run.id, await confirmPlan(tx, run.id, plan))
  const held = heldTotals(files)
  const ids = run.kind === 'table' ? null : plan.cut.messageIds
  // after the locks, so that it is later than any confirmation that these lines are no duplicates
  const at = await databaseNow(tx)
  await tx.paymentRelease.create({
    data: {
      id: releaseId,
      uploadId: run.id,
      number: plan.number,
      releasedById: by.actor.id,
      releasedAt: at,
      ...plan.totals,
      heldLines: held.lines,
      heldSums: held.sums,
      policy: plan.policy,
      nameCap: plan.cut.nameCap,
      cutNames: countCutNames(plan.cut),
      messageId: ids?.released ?? null,
      heldMessageId: files.held && ids ? ids.held : null,
    },
  })
  await tx.$executeRaw`
    update payment_lines set release_id = ${releaseId}::uuid
     where upload_id = ${run.id}::uuid and number = any(${plan.cut.released}::int[])`
  await addKnownIbans(tx, releaseId)
  for (const file of made) await tx.paymentFile.create({ data: { releaseId, ...file } })
  await markAffectedRuns(tx, run.id, releaseId)
  await touchUpload(tx, run.id)
  await announceRelease(tx, { runId: run.id, number: plan.number, ...plan.totals, held })
  const details = { number: plan.number, ...plan.totals, heldLines: held.lines, heldSums: held.sums }
  const object = { type: 'upload', id: run.id }
  await record({ by: by.auditActor, action: 'payment.released', object, details }, tx)
  failpoint('before_release_commit')
}

const countCutNames = ({ names, nameCap }: ReleasePlan['cut']): number =>
  names.filter(([, name]) => isLonger(name, nameCap)).length

/** What the manifest, which is already written, contains of each line. */
const MANIFEST_FIELDS = [
  'gate',
  'reason',
  'correctedName',
  'oursId',
  'oursReviewId',
  'bankId',
  'bankReviewId',
] as const

/** @throws StalePlan when the plan is outdated @returns the gates of its lines as they are now */
async function confirmPlan(
  tx: Tx,
  id: string,
  { number, policy, cut, lines }: ReleasePlan,
): Promise<FreshGate[]> {
  const gates = await gatesOf(tx, id, cut.released)
  const planned = new Map(lines.map((line) => [line.number, line]))
  const isAsPlanned = (line: FreshGate) =>
    RELEASABLE_GATES.includes(line.gate) &&
    MANIFEST_FIELDS.every((part) => line[part] === planned.get(line.number)?.[part])
  const holds =
    gates.length === cut.released.length &&
    gates.every(isAsPlanned) &&
    (await nextReleaseNumber(tx, id)) === number &&
    `${await releasedLineNumbers(tx, id)}` === `${cut.gone}` &&
    isDeepStrictEqual(await readPaymentPolicy(tx), policy) &&
    (await nameCapOf(id, tx)).characters === cut.nameCap
  if (!holds) throw new StalePlan()
  return gates
}

/** Adds the paid IBANs to the known IBANs of their suppliers. */
const addKnownIbans = (tx: Tx, releaseId: string): Promise<number> => tx.$executeRaw`
  insert into supplier_ibans (supplier, iban_digest, release_id, at)
  select distinct l.supplier, l.iban_digest, p.id, p.released_at
    from payment_lines l join payment_releases p on p.id = l.release_id
   where p.id = ${releaseId}::uuid and l.supplier is not null and l.iban_digest is not null`

/**
 * Marks the runs whose gates a release or its withdrawal changes, so that a worker computes them again: runs with equal
 * payments, with the same suppliers, with the same MsgId, or of the same file.
 */
export const markAffectedRuns = (
  tx: Tx,
  uploadId: string,
  releaseId: string,
): Promise<number> => tx.$executeRaw`
  insert into payment_changes (upload_id)
  select distinct other.upload_id from payment_lines other
   where other.release_id is null and other.payment_digest in (
     select distinct l.payment_digest from payment_lines l where l.release_id = ${releaseId}::uuid)
   union
  select distinct other.upload_id from payment_lines other
   where other.release_id is null
     and other.supplier in (select distinct l.supplier from payment_lines l where l.release_id = ${releaseId}::uuid)
   union
  select other.upload_id from payment_messages own join payment_messages other on other.message_id = own.message_id
   where own.upload_id = ${uploadId}::uuid and own.message_id <> ''
   union
  select g.upload_id from uploads own join uploads twin on twin.file_hash = own.file_hash
    join payment_runs g on g.upload_id = twin.id where own.id = ${uploadId}::uuid`

/**
 * Marks the runs whose gates a held file changes when it is downloaded or recorded as not sent, so that a worker computes
 * them again: this run, and runs with payments equal to its held ones.
 */
export const markHeldPayments = (tx: Tx, uploadId: string): Promise<number> => tx.$executeRaw`
  insert into payment_changes (upload_id)
  select ${uploadId}::uuid
   union
  select other.upload_id from payment_lines other
   where other.release_id is null and other.payment_digest in (
     select l.payment_digest from payment_lines l where l.upload_id = ${uploadId}::uuid and l.release_id is null)`

import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide, coolingOffRefusal } from '@/lib/auth/second-person.server'
import { cutRun, encryptReleaseFile, fileNamesOf, type ReleaseFile } from '@/lib/payments/release/cut.server'
import { assertReviewer, type RunToRelease, readRunRow } from '@/lib/payments/release/lock.server'
import { manifestOf } from '@/lib/payments/release/manifest.server'
import { planRelease, type ReleasePlan, StalePlan, staleRunRefusal } from '@/lib/payments/release/plan.server'
import {
  cannotSplit,
  notReady,
  ownConfirmation,
  ownDecisions,
  ownReport,
  ownRun,
  runUnreadable,
} from '@/lib/payments/release/refusals'
import { storeRelease } from '@/lib/payments/release/store.server'
import type { ReleaseInput } from '@/lib/payments/schema'
import { db, FILE_TIMEOUTS, Prisma, refuseOn, violatedConstraint } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { int4, select } from '@/lib/platform/sql/select.server'
import type { CutFiles } from '@/lib/tables/payments/line'

/** How often a release is tried with other MsgIds when another release has taken them in the meantime. */
const MAX_MESSAGE_ID_TRIES = 5

/**
 * Releases lines of a run and makes three files: the released file to sign, the held file, and the manifest.
 * Splitting is slow, so it happens before the transaction, which then checks that the plan still holds.
 * @returns the number of the release
 * @throws Refusal 404; 401 session_required | key_invalid; 403 role_required | four_eyes | decides_later |
 * release_own_decisions | release_own_report | release_own_confirmation (`lines`: which); 409 run_not_ready |
 * run_unreadable | run_signed | run_totals_differ | run_changed (with the gates as they are now); 410 original_gone;
 * 422 original_unreadable; 500 release_differs; 503 threads_busy
 */
export async function releaseLines(
  id: string,
  input: ReleaseInput,
  by: RequestedBy,
): Promise<{ number: number }> {
  const run = await readRunRow(db(), id, by.actor)
  await assertCanRelease(run, by.actor)
  for (let variant = 1; ; variant++)
    try {
      return await releaseOnce(run, input, variant, by)
    } catch (error) {
      if (variant === MAX_MESSAGE_ID_TRIES || !isMessageIdTaken(violatedConstraint(error)))
        return refuseFourEyes(error)
    }
}

const refuseFourEyes = refuseOn({
  payment_releases_four_eyes: ownRun,
  payment_releases_own_decisions: ownDecisions,
  payment_releases_own_report: ownReport,
  payment_releases_own_confirmation: ownConfirmation,
  second_person_waits: coolingOffRefusal,
})

/** Whether a unique index of MsgIds was violated. The lock of the run excludes a collision of release numbers. */
const isMessageIdTaken = (constraint: string | null) =>
  constraint !== null && /^payment_releases_(held_)?message_id_key$/.test(constraint)

async function assertCanRelease(run: RunToRelease, actor: Actor): Promise<void> {
  assertReviewer(actor)
  if (run.createdById === actor.id) throw ownRun()
  await assertMayDecide(actor.id)
  if (run.state === 'unreadable') throw runUnreadable()
  if (run.state === 'reading') throw notReady()
  if (run.whole !== null) throw cannotSplit(run.whole)
}

/**
 * Four eyes: the releaser confirmed none of the lines, and neither loaded nor joined a report that a corrected name comes
 * from. The triggers `payment_releases_own_confirmation` and `payment_releases_own_report` enforce the same.
 */
async function assertConfirmedByOthers(run: RunToRelease, { cut }: ReleasePlan, actor: Actor): Promise<void> {
  const confirmed = await select(
    db(),
    { number: int4 },
    Prisma.sql`
    select distinct y.number from payment_confirmations y
     where y.upload_id = ${run.id}::uuid and y.number = any(${cut.released}::int[]) and y.by_id = ${actor.id}::uuid
     order by y.number`,
  )
  if (confirmed.length > 0) throw ownConfirmation(confirmed.map(({ number }) => number))
  const corrected = cut.names.map(([number]) => number)
  if (corrected.length === 0) return
  const reported = await select(
    db(),
    { number: int4.notNull() },
    Prisma.sql`
    select distinct j.number from payment_report_lines j
      join payment_reports t on t.id = j.report_id and ${actor.id}::uuid in (t.received_by_id, t.joined_by_id)
      join reviews q on q.verification_id = j.verification_id and q.state = 'approved'
     where j.upload_id = ${run.id}::uuid and j.number = any(${corrected}::int[]) and exists (
       select from decisions d where d.review_id = q.id and d.kind = 'approve' and d.undone_at is null
          and d.corrected_name is not null)
     order by j.number`,
  )
  if (reported.length > 0) throw ownReport(reported.map(({ number }) => number))
}

async function releaseOnce(run: RunToRelease, input: ReleaseInput, variant: number, by: RequestedBy) {
  const plan = await planRelease(run, input, variant)
  await assertConfirmedByOthers(run, plan, by.actor)
  const files = await cutRun(run, plan, by.actor)
  const releaseId = randomUUID()
  const made = await makeFiles(releaseId, { run, plan, files, by })
  failpoint('after_cut')
  const ready = { releaseId, run, plan, files, made, by }
  await db()
    .$transaction((tx) => storeRelease(tx, ready), FILE_TIMEOUTS)
    .catch(async (error: unknown) => {
      throw error instanceof StalePlan ? await staleRunRefusal(run.id, plan.cut.released) : error
    })
  failpoint('after_release_commit')
  return { number: plan.number }
}

type ReleaseContents = { run: RunToRelease; plan: ReleasePlan; files: CutFiles; by: RequestedBy }

/** The files of a release, encrypted. The manifest comes last, because it has the hashes of the others. */
async function makeFiles(
  releaseId: string,
  { run, plan, files, by }: ReleaseContents,
): Promise<ReleaseFile[]> {
  const parts = (['released', 'held'] as const).flatMap((part) => {
    const bytes = files[part]?.bytes
    const named = fileNamesOf(run, plan.number, part === 'held' ? 'held' : 'release')
    return bytes?.length ? [encryptReleaseFile(releaseId, part, named, bytes)] : []
  })
  const { id, name } = by.actor
  const manifest = await manifestOf({ run, plan, files, made: parts, by: { id, name } })
  const named = {
    fileName: fileNamesOf(run, plan.number, 'release').fileName.replace(/\.\w+$/, '-manifest.json'),
    mediaType: 'application/json; charset=utf-8',
  }
  return [...parts, encryptReleaseFile(releaseId, 'manifest', named, manifest)]
}

import 'server-only'
import { type Actor, hasRole, seesMasked } from '@/lib/auth/roles'
import { takePage, writeCursor } from '@/lib/http/paging'
import { shortIban } from '@/lib/iban/format'
import { RELEASABLE_GATES } from '@/lib/payments/gate/gate-of'
import { pendingRunKind } from '@/lib/payments/pending-run.server'
import { adviceOf } from '@/lib/payments/profiles/profiles.server'
import { countNotInRegister } from '@/lib/payments/register-lookup.server'
import { readReleases } from '@/lib/payments/release/views.server'
import { readReports } from '@/lib/payments/reports/queries.server'
import { restoresAfter } from '@/lib/payments/restores.server'
import type { NewestFirstQuery } from '@/lib/payments/schema'
import {
  countLines,
  coverageOf,
  debtorsOf,
  dueDatesOf,
  gateSumsOf,
  type LineGroup,
  totalsOf,
} from '@/lib/payments/totals.server'
import type { PaymentRunState, RunKind, RunPage, RunSummary, RunView } from '@/lib/payments/view'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { PERSON, personOf } from '@/lib/platform/person'
import { notFound } from '@/lib/platform/refusal'
import { select, uuid } from '@/lib/platform/sql/select.server'
import type { WholeReason } from '@/lib/tables/payments/line'
import type { FilePlace } from '@/lib/tables/xml/place'
import { nameCapOfBanks } from '@/lib/uploads/corrections/name-cap.server'
import { payerBanksOf } from '@/lib/uploads/corrections/payer-banks.server'
import { visibleUploads } from '@/lib/uploads/visible.server'
import { maskName } from '@/lib/verifications/view'

const withUpload = {
  upload: {
    select: {
      fileName: true,
      title: true,
      createdAt: true,
      createdBy: PERSON,
    },
  },
  _count: { select: { releases: { where: { withdrawnAt: null } }, reports: true } },
} as const satisfies Prisma.PaymentRunInclude
type Run = Prisma.PaymentRunGetPayload<{ include: typeof withUpload }>

/** A page of payment runs, newest first. Analysts see only the runs of their own uploads. */
export async function readRuns({ size, after }: NewestFirstQuery, actor: Actor): Promise<RunPage> {
  const older: Prisma.PaymentRunWhereInput = after
    ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, uploadId: { lt: after.id } }] }
    : {}
  const found = await newestRuns({ upload: visibleUploads(actor), ...older }, size + 1)
  const { items, nextCursor } = takePage(found, size, (last) => writeCursor(last.createdAt, last.uploadId))
  return { items: await summariesOf(items, actor), nextCursor }
}

const newestRuns = (where: Prisma.PaymentRunWhereInput, take: number): Promise<Run[]> =>
  db().paymentRun.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { uploadId: 'desc' }],
    take,
    include: withUpload,
  })

async function summariesOf(runs: readonly Run[], actor: Actor): Promise<RunSummary[]> {
  const groups = await countLines(runs.map(({ uploadId }) => uploadId))
  return runs.map((run) => summaryOf(run, groups.get(run.uploadId) ?? [], actor))
}

/**
 * Of the newest runs, the first `most` that wait for this person: for a reviewer, runs of others with lines to release;
 * for everybody, their own runs with unreleased lines. Only their lines are counted.
 */
export async function readOpenRuns(
  { newest, most }: { newest: number; most: number },
  actor: Actor,
): Promise<RunSummary[]> {
  const runs = await newestRuns({ upload: visibleUploads(actor) }, newest)
  const gates = hasRole(actor, 'reviewer') ? RELEASABLE_GATES : []
  const open = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select u.id from uploads u
     where u.id = any(${runs.map(({ uploadId }) => uploadId)}::uuid[]) and exists (
       select from payment_lines l where l.upload_id = u.id and l.release_id is null
          and (u.created_by_id = ${actor.id}::uuid or l.gate = any(${gates}::payment_gate[])))`,
  )
  const ids = new Set(open.map(({ id }) => id))
  return summariesOf(runs.filter(({ uploadId }) => ids.has(uploadId)).slice(0, most), actor)
}

/**
 * A payment run as its page shows it. A run that doesn't exist yet, but will once its upload is compared and read, has
 * the state `reading` and no lines.
 * @throws Refusal 404 for an unknown ID, and likewise for a run that this person may not see
 */
export async function readPaymentRun(id: string, actor: Actor): Promise<RunView> {
  const found = await db().paymentRun.findFirst({
    where: { uploadId: id, upload: visibleUploads(actor) },
    include: withUpload,
  })
  const run = found ?? (await readUpcomingRun(id, actor))
  if (!run) throw notFound()
  const [counted, banks] = await Promise.all([countLines([id]), payerBanksOf(id)])
  const groups = counted.get(id) ?? []
  const original = totalsOf(groups)
  const open = groups.filter(({ isReleased }) => !isReleased)
  const [releasesMade, reportsReceived, restores, notInRegister, nameCap, advice] = await Promise.all([
    readReleases(id, original.sums, actor),
    readReports(id, actor),
    restoresAfter(run.upload.createdAt),
    countNotInRegister(id),
    nameCapOfBanks(banks, run.version),
    adviceOf(banks),
  ])
  return {
    ...summaryOf(run, groups, actor),
    problem: run.problem,
    problemPlace: run.problemPlace as FilePlace | null,
    whole: run.whole as WholeReason | null,
    version: run.version,
    messageId: run.messageId,
    original,
    gatedAt: isoTime(run.gatedAt),
    pastDue: totalsOf(open.filter(({ past }) => past === true)).lines,
    undated: run.kind === 'pain001' ? totalsOf(open.filter(({ dueOn }) => dueOn === null)).lines : 0,
    restores,
    notInRegister,
    nameCap: nameCap.characters,
    may: mayOf(run, actor),
    releasesMade,
    reportsReceived,
    coverage: coverageOf(groups),
    advice,
  }
}

async function readUpcomingRun(id: string, actor: Actor): Promise<Run | null> {
  const kind = await pendingRunKind(id, actor)
  if (kind === null) return null
  const upload = await db().upload.findUniqueOrThrow({ where: { id }, ...withUpload.upload })
  return {
    uploadId: id,
    upload,
    kind,
    state: 'reading',
    lines: 0,
    createdAt: upload.createdAt,
    problem: null,
    problemPlace: null,
    whole: null,
    version: null,
    messageId: null,
    gatedAt: null,
    purgedAt: null,
    _count: { releases: 0, reports: 0 },
  }
}

function summaryOf(run: Run, groups: readonly LineGroup[], actor: Actor): RunSummary {
  const debtors = debtorsOf(groups)
  return {
    id: run.uploadId,
    fileName: run.upload.fileName,
    title: run.upload.title,
    kind: run.kind as RunKind,
    state: run.state as PaymentRunState,
    createdAt: run.upload.createdAt.toISOString(),
    createdBy: personOf(run.upload.createdBy),
    lines: run.lines,
    gates: gateSumsOf(groups),
    debtors: seesMasked(actor)
      ? debtors.map(({ iban, name, bic }) => ({
          iban: iban && shortIban(iban),
          name: name && maskName(name),
          bic,
        }))
      : debtors,
    dueDates: dueDatesOf(groups),
    releases: run._count.releases,
    reports: run._count.reports,
  }
}

/** What this person may do here. Only for the buttons of the page: each command checks the same again. */
function mayOf(run: Run, actor: Actor): RunView['may'] {
  const why = seesMasked(actor)
    ? 'masked'
    : !hasRole(actor, 'reviewer')
      ? 'not_reviewer'
      : run.upload.createdBy.id === actor.id
        ? 'own_run'
        : null
  const open = run.state === 'ready' && run.purgedAt === null
  return {
    release: open && why === null,
    confirm: open && why === null,
    report: open && why !== 'masked',
    why,
  }
}

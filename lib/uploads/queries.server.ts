import 'server-only'
import { type Actor, readsChecks, seesMasked } from '@/lib/auth/roles'
import { takePage, writeCursor } from '@/lib/http/paging'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { PERSON, personOf } from '@/lib/platform/person'
import { notFound } from '@/lib/platform/refusal'
import { type Restore, restoresSetting } from '@/lib/platform/restores.server'
import { bool, date, int4, oneOf, selectOne } from '@/lib/platform/sql/select.server'
import { OPEN_STATES } from '@/lib/reviews/open-states.server'
import { type Comparison, comparisonView } from '@/lib/uploads/comparison/comparison'
import { correctionCounts, readCutNames } from '@/lib/uploads/corrections/rows.server'
import type { Counts } from '@/lib/uploads/counts'
import { rowsToFix } from '@/lib/uploads/fix-file.server'
import type { KnownOffer } from '@/lib/uploads/known/known'
import { NO_RETRY, readRetry } from '@/lib/uploads/retry/rows.server'
import type { UploadsQuery } from '@/lib/uploads/schema'
import { FAILED_IN_A_ROW } from '@/lib/uploads/sending/settle.server'
import type {
  ApprovalCause,
  ApprovalView,
  BulkProgress,
  BulkView,
  ReportedCounts,
  UploadListPage,
  UploadProgress,
  UploadView,
} from '@/lib/uploads/view'
import { visibleUploads } from '@/lib/uploads/visible.server'
import { ENRICHMENT_WANTED, fillsEnrichment } from '@/lib/upstream/enrichment.server'

const attempt = {
  select: { id: true, state: true, number: true, httpStatus: true, upstreamCode: true, errorClass: true },
}
const withBulks = {
  bulks: {
    orderBy: { number: 'asc' },
    include: { attempts: { ...attempt, orderBy: { number: 'desc' }, take: 1 } },
  },
  createdBy: PERSON,
  approval: { include: { decidedBy: PERSON } },
} as const satisfies Prisma.UploadInclude

type UploadRow = Prisma.UploadGetPayload<object>
type ApprovalRow = NonNullable<Prisma.UploadGetPayload<{ include: typeof withBulks }>['approval']>
type BulkRow = Prisma.BulkGetPayload<object>

const SUMS = {
  credits: int4,
  original: bool,
  payments: bool,
  toReview: int4,
  toFix: int4,
  failingSince: date.or(null),
  unansweredSince: date.or(null),
  corrected: int4,
  edited: int4,
  notApproved: int4,
  enrichment: oneOf(['running', 'paused']).or(null),
  now: date,
}

const completedBy = (actor: Actor) =>
  ({
    completedBy: { where: visibleUploads(actor), select: { id: true }, orderBy: { createdAt: 'asc' } },
  }) as const satisfies Prisma.UploadInclude

/** @throws Refusal 404 for an unknown ID, with the same message for somebody else's upload */
export async function readUpload(id: string, actor: Actor): Promise<UploadView> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(actor) },
    include: { ...withBulks, ...completedBy(actor) },
  })
  if (!upload) throw notFound()
  const counts = correctionCounts(id)
  const sums = await selectOne(
    db(),
    SUMS,
    Prisma.sql`
    select coalesce((select -sum(c.amount)::int from credit_entries c join attempts a on a.id = c.attempt_id
                       join bulks b on b.id = a.bulk_id where b.upload_id = ${id}::uuid), 0)
             + coalesce((select k.booked from closed_books k where k.submission = ${id}), 0) as credits,
           exists (select 1 from upload_originals o where o.upload_id = ${id}::uuid) as original,
           exists (select 1 from payment_runs p where p.upload_id = ${id}::uuid) as payments,
           (select count(*)::int from reviews r where r.upload_id = ${id}::uuid
               and r.state in ${OPEN_STATES}) as "toReview",
           case when ${upload.notSent > 0} then (select count(*)::int from ${rowsToFix(id)}) else 0 end as "toFix",
           (select min(a.created_at) from bulks b join attempts a on a.bulk_id = b.id and ${FAILED_IN_A_ROW}
             where b.upload_id = ${id}::uuid and b.state = 'waiting') as "failingSince",
           (select k.open_since from breakers k join connections c on c.id = k.connection_id and c.active
             where k.kind = 'circuit' and exists (
                   select from bulks b where b.upload_id = ${id}::uuid and b.state = 'waiting' and b.next_poll_at > now())) as "unansweredSince",
           ${counts.corrected} as corrected, ${counts.edited} as edited, ${counts.notApproved} as "notApproved",
           (select case when c.enrichment_reads = 'refused' then 'paused' else 'running' end
              from verifications v join connections c on c.id = v.connection_id
             where v.upload_id = ${id}::uuid and ${upload.finishedAt !== null} and ${ENRICHMENT_WANTED} limit 1) as enrichment,
           clock_timestamp() as now`,
  )
  const accepted = upload.bulks
    .flatMap((bulk) => bulk.acceptedAt ?? [])
    .sort((a, b) => a.getTime() - b.getTime())
  return {
    ...progressFields(upload),
    environment: upload.environment,
    fileName: upload.fileName,
    title: upload.title,
    completes: upload.completesId,
    completedBy: upload.completedBy.map((one) => one.id),
    retries: upload.retriesId,
    comparison: upload.comparison === null ? null : comparisonView(upload.comparison as Comparison),
    approval: upload.approval && approvalView(upload.approval, seesMasked(actor)),
    known: knownOffer(upload, actor),
    retry: upload.finishedAt && upload.countFailed > 0 ? await readRetry(id) : NO_RETRY,
    createdBy: personOf(upload.createdBy),
    createdAt: upload.createdAt.toISOString(),
    startedAt: isoTime(accepted[0]),
    verifications: upload.bulks.reduce((sum, bulk) => sum + bulk.size, 0),
    payments: sums.payments,
    credits: sums.credits,
    original: sums.original,
    toReview: sums.toReview,
    toFix: sums.toFix,
    failingSince: isoTime(sums.failingSince ?? sums.unansweredSince),
    unansweredSince: isoTime(sums.unansweredSince),
    restore: upload.state === 'paused' ? await restoreAfter(upload.createdAt) : null,
    corrections: {
      corrected: sums.corrected,
      edited: sums.edited,
      notApproved: sums.notApproved,
      ...(await readCutNames(upload, sums.corrected)),
    },
    enrichment: sums.enrichment && ((await fillsEnrichment()) ? sums.enrichment : 'off'),
    now: sums.now.toISOString(),
    bulks: upload.bulks.map(bulkView),
  }
}

async function restoreAfter(createdAt: Date): Promise<Restore | null> {
  const restores = await restoresSetting.read()
  return restores.findLast(({ restoredAt }) => createdAt.getTime() < Date.parse(restoredAt)) ?? null
}

/** A page of uploads, newest first. */
export async function listUploads({ size, after }: UploadsQuery, actor: Actor): Promise<UploadListPage> {
  const older: Prisma.UploadWhereInput = after
    ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }
    : {}
  const found = await db().upload.findMany({
    where: { ...visibleUploads(actor), ...older },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: size + 1,
    include: { createdBy: withBulks.createdBy, _count: { select: { bulks: true } } },
  })
  const { items, nextCursor } = takePage(found, size, (last) => writeCursor(last.createdAt, last.id))
  return {
    items: items.map((upload) => ({
      ...progressFields(upload),
      fileName: upload.fileName,
      fileHash: seesMasked(actor) ? '' : upload.fileHash,
      title: upload.title,
      createdBy: personOf(upload.createdBy),
      createdAt: upload.createdAt.toISOString(),
      bulkCount: upload._count.bulks,
    })),
    nextCursor,
  }
}

/** The progress of these uploads with their owners, for watchers. One query, however many watch. */
export async function readProgress(
  ids: string[],
): Promise<{ createdById: string; progress: UploadProgress }[]> {
  const uploads = await db().upload.findMany({
    where: { id: { in: ids } },
    include: { bulks: { orderBy: { number: 'asc' } } },
  })
  return uploads.map((upload) => ({
    createdById: upload.createdById,
    progress: { ...progressFields(upload), bulks: upload.bulks.map(bulkProgress) },
  }))
}

const approvalView = (row: ApprovalRow, masked: boolean): ApprovalView => ({
  causes: row.causes as ApprovalCause[],
  credits: row.credits,
  askedAt: row.askedAt.toISOString(),
  decision: row.approved === null ? null : row.approved ? 'approved' : 'declined',
  by: row.decidedBy && personOf(row.decidedBy),
  at: isoTime(row.decidedAt),
  reason: masked ? null : row.reason,
})

/** The offer of known answers. An open offer reveals other checks, so an API key needs the scope to read them. */
export function knownOffer(
  {
    state,
    knownChoice,
    knownRows,
    knownCredits,
  }: Pick<UploadRow, 'state' | 'knownChoice' | 'knownRows' | 'knownCredits'>,
  actor: Pick<Actor, 'key'>,
): KnownOffer | null {
  const over = state === 'completed' || state === 'stopped'
  if (knownChoice === null || (knownChoice === 'open' && (over || !readsChecks(actor)))) return null
  return { state: knownChoice, rows: knownRows, credits: knownCredits }
}

const countsOf = (row: UploadRow): Counts => ({
  match: row.countMatch,
  close_match: row.countCloseMatch,
  no_match: row.countNoMatch,
  account_not_verifiable: row.countAccountNotVerifiable,
  failed: row.countFailed,
  rejected: row.countRejected,
  unknown: row.countUnknown,
  waiting: row.countWaiting,
})

const progressFields = (row: UploadRow): Omit<UploadProgress, 'bulks'> => ({
  id: row.id,
  version: Number(row.version),
  status: row.state,
  pauseReason: row.pauseReason,
  counts: countsOf(row),
  total: row.total,
  notSent: row.notSent,
  fileRows: row.fileRows,
  finishedAt: isoTime(row.finishedAt),
})

const bulkProgress = (bulk: BulkRow): BulkProgress => ({
  number: bulk.number,
  size: bulk.size,
  status: bulk.state,
  answered: bulk.answered,
  withheld: bulk.withheld,
  lastMovementAt: isoTime(bulk.lastMovementAt),
  nextTryAt: bulk.state === 'waiting' ? isoTime(bulk.nextPollAt) : null,
})

function bulkView(bulk: Prisma.BulkGetPayload<(typeof withBulks)['bulks']>): BulkView {
  const [last] = bulk.attempts
  return {
    ...bulkProgress(bulk),
    id: bulk.id,
    upstreamId: bulk.upstreamId,
    acceptedAt: isoTime(bulk.acceptedAt),
    completedAt: isoTime(bulk.completedAt),
    reported: bulk.reported as ReportedCounts | null,
    attempt: last
      ? {
          id: last.id,
          state: last.state,
          number: last.number,
          httpStatus: last.httpStatus,
          code: last.errorClass ?? last.upstreamCode,
          upstreamCode: last.upstreamCode,
        }
      : null,
  }
}

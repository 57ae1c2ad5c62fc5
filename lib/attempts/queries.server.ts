import 'server-only'
import { declarableAt } from '@/lib/attempts/resolution.server'
import type { UnknownAttemptsQuery } from '@/lib/attempts/schema'
import {
  type UnknownAttemptPage,
  type UnknownAttemptTotals,
  type UnknownAttemptView,
  waitsForSecond,
} from '@/lib/attempts/view'
import { takePage, writeCursor } from '@/lib/http/paging'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { PERSON, personOf } from '@/lib/platform/person'
import { notFound } from '@/lib/platform/refusal'
import { int4, selectOne } from '@/lib/platform/sql/select.server'

const columns = {
  id: true,
  state: true,
  claimedAt: true,
  sendDeadline: true,
  payloadSha256: true,
  upstreamId: true,
  errorClass: true,
  upstreamCode: true,
  httpStatus: true,
  verification: { select: { id: true, environment: true, requestedBy: PERSON } },
  bulk: {
    select: {
      number: true,
      size: true,
      upload: {
        select: {
          id: true,
          fileName: true,
          environment: true,
          createdBy: PERSON,
          _count: { select: { bulks: true } },
        },
      },
    },
  },
  resolutions: {
    where: { withdrawnAt: null },
    take: 1,
    select: {
      kind: true,
      upstreamId: true,
      reason: true,
      evidence: true,
      proposedAt: true,
      proposedBy: PERSON,
    },
  },
} as const satisfies Prisma.AttemptSelect

type Row = Prisma.AttemptGetPayload<{ select: typeof columns }>

/** One paid request with an unknown outcome and the decision about it. @throws Refusal 404 */
export async function readUnknownAttemptView(attemptId: string): Promise<UnknownAttemptView> {
  const row = await db().attempt.findUnique({ where: { id: attemptId }, select: columns })
  if (!row) throw notFound()
  return toView(row)
}

/** A page of the requests with an unknown outcome, oldest first, and the totals over all of them. */
export async function listUnknownAttempts({
  size,
  after,
}: UnknownAttemptsQuery): Promise<UnknownAttemptPage> {
  const later: Prisma.AttemptWhereInput = after
    ? { OR: [{ createdAt: { gt: after.at } }, { createdAt: after.at, id: { gt: after.id } }] }
    : {}
  const found = await db().attempt.findMany({
    where: { state: 'unknown', ...later },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: size + 1,
    select: { ...columns, createdAt: true },
  })
  const { items, nextCursor } = takePage(found, size, (last) => writeCursor(last.createdAt, last.id))
  return {
    items: items.map(toView),
    nextCursor,
    total: await totalUnknownAttempts(),
  }
}

/** Counts one credit for each verification that may have been billed; the sandbox is free. */
async function totalUnknownAttempts(): Promise<UnknownAttemptTotals> {
  const { credits, batches, checks } = await selectOne(
    db(),
    { credits: int4, batches: int4, checks: int4 },
    Prisma.sql`
    select coalesce(sum(coalesce(b.size, 1)) filter (where coalesce(u.environment, v.environment) = 'live'), 0)::int as credits,
           count(a.bulk_id)::int as batches, count(a.verification_id)::int as checks
      from attempts a
      left join bulks b on b.id = a.bulk_id
      left join uploads u on u.id = b.upload_id
      left join verifications v on v.id = a.verification_id
     where a.state = 'unknown'`,
  )
  const decisions = await db().resolution.findMany({
    where: { withdrawnAt: null, attempt: { state: 'unknown' } },
    select: { kind: true, attempt: { select: { state: true, upstreamId: true } } },
  })
  const waiting = decisions.filter(({ kind, attempt }) => waitsForSecond({ kind }, attempt)).length
  return { credits, batches, checks, waiting }
}

function toView({ verification, bulk, resolutions, ...row }: Row): UnknownAttemptView {
  const of = bulk?.upload ?? verification
  if (!of) throw new Error(`attempt ${row.id} has no subject`)
  const [decided] = resolutions
  return {
    id: row.id,
    state: row.state,
    environment: of.environment,
    subject: bulk
      ? {
          kind: 'batch',
          uploadId: bulk.upload.id,
          fileName: bulk.upload.fileName,
          batch: bulk.number,
          batches: bulk.upload._count.bulks,
        }
      : { kind: 'check', verificationId: verification?.id ?? '' },
    items: bulk?.size ?? 1,
    requestedBy: personOf('createdBy' in of ? of.createdBy : of.requestedBy),
    sentAt: isoTime(row.claimedAt),
    payloadSha256: row.payloadSha256,
    upstreamId: row.upstreamId,
    code: row.errorClass ?? row.upstreamCode,
    httpStatus: row.httpStatus,
    declarableAt: isoTime(row.sendDeadline && declarableAt(row.sendDeadline)),
    resolution: decided
      ? {
          kind: decided.kind,
          upstreamId: decided.upstreamId,
          reason: decided.reason,
          evidence: decided.evidence,
          proposedAt: decided.proposedAt.toISOString(),
          proposedBy: personOf(decided.proposedBy),
          waiting: waitsForSecond(decided, row),
        }
      : null,
  }
}

import 'server-only'
import { db, type Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import type { DoubtView } from '@/lib/verifications/doubt/view'

const person = { select: { id: true, name: true } } as const
const columns = {
  id: true,
  state: true,
  number: true,
  claimedAt: true,
  sendDeadline: true,
  payloadSha256: true,
  errorClass: true,
  upstreamCode: true,
  httpStatus: true,
  verification: { select: { id: true, environment: true, requestedBy: person } },
  bulk: {
    select: {
      number: true,
      size: true,
      upload: {
        select: {
          id: true,
          fileName: true,
          environment: true,
          createdBy: person,
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
      confirmedAt: true,
      proposedBy: person,
      confirmedBy: person,
    },
  },
} as const satisfies Prisma.AttemptSelect

type Row = Prisma.AttemptGetPayload<{ select: typeof columns }>
const MOST = 200

/** One paid request with what was decided about it. @throws Refusal 404 */
export async function readDoubt(attemptId: string): Promise<DoubtView> {
  const row = await db().attempt.findUnique({ where: { id: attemptId }, select: columns })
  if (!row) throw notFound()
  return toView(row)
}

/** Every request in doubt, the oldest first: what the desk of the reviewers shows. */
export async function listDoubts(): Promise<DoubtView[]> {
  const rows = await db().attempt.findMany({
    where: { state: 'unknown' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MOST,
    select: columns,
  })
  return rows.map(toView)
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

function toView({ verification, bulk, resolutions, ...row }: Row): DoubtView {
  const of = bulk?.upload ?? verification
  if (!of) throw new Error(`attempt ${row.id} has no subject`)
  const [decided] = resolutions
  return {
    id: row.id,
    state: row.state,
    number: row.number,
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
    requestedBy: 'createdBy' in of ? of.createdBy : of.requestedBy,
    sentAt: iso(row.claimedAt),
    payloadSha256: row.payloadSha256,
    code: row.errorClass ?? row.upstreamCode,
    httpStatus: row.httpStatus,
    declarableAt: row.sendDeadline ? new Date(row.sendDeadline.getTime() + 60_000).toISOString() : null,
    resolution: decided
      ? { ...decided, proposedAt: decided.proposedAt.toISOString(), confirmedAt: iso(decided.confirmedAt) }
      : null,
  }
}

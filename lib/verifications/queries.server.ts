import 'server-only'
import { type Actor, seesAll, seesMasked } from '@/lib/auth/roles'
import { findBank } from '@/lib/iban/banks'
import { shortIban } from '@/lib/iban/format'
import type { NameComparison } from '@/lib/names/compare'
import { type Db, db, type Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import type { Enrichment } from '@/lib/verifications/answer'
import { outcomeOf } from '@/lib/verifications/outcome'
import { maskName, type VerificationView } from '@/lib/verifications/view'

/** What a view needs. Never the raw answer, never a secret. */
const viewColumns = {
  id: true,
  environment: true,
  source: true,
  iban: true,
  name: true,
  status: true,
  matchResult: true,
  matchedName: true,
  statusReason: true,
  unrecognised: true,
  enrichment: true,
  enrichmentAskedAt: true,
  country: true,
  connectionId: true,
  bankCode: true,
  bankName: true,
  comparison: true,
  reference: true,
  purpose: true,
  note: true,
  sandboxResult: true,
  previousId: true,
  upstreamId: true,
  problemCode: true,
  createdAt: true,
  answeredAt: true,
  purgedAt: true,
  durationMs: true,
  requestedBy: { select: { id: true, name: true } },
  attempts: { select: { id: true, state: true, number: true }, orderBy: { number: 'desc' }, take: 1 },
  review: { select: { id: true, state: true } },
  upload: { select: { id: true, fileName: true } },
  rows: { select: { number: true }, orderBy: { number: 'asc' }, take: 1 },
} as const satisfies Prisma.VerificationSelect

type Row = Prisma.VerificationGetPayload<{ select: typeof viewColumns }>

/** Analysts find their own checks, reviewers and admins all. */
export const visibleTo = (actor: Pick<Actor, 'id' | 'roles'>): { requestedById?: string } =>
  seesAll(actor) ? {} : { requestedById: actor.id }

/** @throws Refusal 404 for an unknown id and, in the same words, for somebody else's check */
export async function readVerification(id: string, actor: Actor): Promise<VerificationView> {
  const row = await db().verification.findFirst({ where: { id, ...visibleTo(actor) }, select: viewColumns })
  if (!row) throw notFound()
  return toView(row, seesMasked(actor))
}

/** The record as its requester sees it. @throws Error when it does not exist */
export async function viewOf(id: string, on: Db = db()): Promise<VerificationView> {
  return toView(await on.verification.findUniqueOrThrow({ where: { id }, select: viewColumns }), false)
}

/** The actor's own latest single checks since `since`, newest first. */
export async function recentChecks(
  actor: Actor,
  environment: 'live' | 'sandbox',
  { since, limit = 5 }: { since: Date; limit?: number },
): Promise<VerificationView[]> {
  const rows = await db().verification.findMany({
    where: { requestedById: actor.id, environment, source: 'single', createdAt: { gte: since } },
    select: viewColumns,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return Promise.all(rows.map((row) => toView(row, seesMasked(actor))))
}

async function toView(row: Row, masked: boolean): Promise<VerificationView> {
  const { attempts, rows, upload, bankCode, bankName, createdAt, answeredAt, ...more } = row
  const { enrichmentAskedAt: _asked, country: _country, connectionId: _connection, ...same } = more
  return {
    ...same,
    iban: masked && !row.purgedAt ? shortIban(row.iban) : row.iban,
    name: masked && !row.purgedAt ? maskName(row.name) : row.name,
    masked,
    outcome: outcomeOf(row),
    matchedName: row.matchedName !== null && masked ? maskName(row.matchedName) : row.matchedName,
    note: masked ? null : row.note,
    enrichment: row.enrichment as Enrichment | null,
    enrichmentState: await enrichmentStateOf(row),
    comparison: masked ? null : (row.comparison as NameComparison | null),
    bank: bankCode && bankName ? { code: bankCode, name: bankName, bic: await bicOf(row.iban) } : null,
    attempt: attempts[0] ?? null,
    upload: upload && { ...upload, row: rows[0]?.number ?? null },
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    purgedAt: row.purgedAt?.toISOString() ?? null,
  }
}

const bicOf = async (iban: string): Promise<string | null> => (await findBank(iban))?.bic ?? null

/** "Not asked" is never shown as "the bank has none". */
async function enrichmentStateOf(row: Row): Promise<VerificationView['enrichmentState']> {
  const { status } = (row.enrichment ?? {}) as Partial<Enrichment>
  if (row.enrichment !== null) return status === 'pending' ? 'pending' : 'given'
  if (row.source !== 'bulk' || row.country !== 'FR' || row.status !== 'completed') return null
  if (row.enrichmentAskedAt !== null) return 'none_given'
  const id = row.connectionId ?? undefined
  if (id === undefined) return 'not_asked'
  const known = await db().connection.findUnique({ where: { id }, select: { enrichmentReads: true } })
  return known?.enrichmentReads === 'refused' ? 'refused' : 'not_asked'
}

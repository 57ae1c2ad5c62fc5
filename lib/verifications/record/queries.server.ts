import 'server-only'
import { type Actor, seesAll, seesMasked } from '@/lib/auth/roles'
import { findBank } from '@/lib/iban/banks'
import { shortIban } from '@/lib/iban/format'
import type { NameComparison } from '@/lib/names/compare'
import { type Db, db, PREPARED, Prisma } from '@/lib/platform/db.server'
import type { Attempt, Review, Verification } from '@/lib/platform/generated/client'
import { personOf } from '@/lib/platform/person'
import { notFound } from '@/lib/platform/refusal'
import type { Enrichment } from '@/lib/verifications/answer'
import { outcomeOf } from '@/lib/verifications/outcome'
import { MOST_ROWS, maskName, type VerificationView } from '@/lib/verifications/view'

/** The columns of a view. Never the raw answer, never a secret. */
const FIELDS = [
  ...['id', 'environment', 'source', 'iban', 'name', 'status', 'matchResult', 'matchedName', 'statusReason'],
  ...['unrecognised', 'enrichment', 'enrichmentAskedAt', 'country', 'connectionId', 'bankCode', 'bankName'],
  ...['comparison', 'reference', 'purpose', 'note', 'sandboxResult', 'previousId', 'upstreamId'],
  ...['problemCode', 'createdAt', 'answeredAt', 'purgedAt', 'durationMs'],
] as const satisfies (keyof Verification)[]

type Named = { id: string; name: string }

/** What `VIEW_COLUMNS` gives. */
type ViewRow = Pick<Verification, (typeof FIELDS)[number]> & {
  requestedBy: Named
  /** the latest, if any */
  attempts: Pick<Attempt, 'id' | 'state' | 'number'>[]
  review: Pick<Review, 'id' | 'state'> | null
  /** dates inside are text, as JSON has them */
  allowedName: { allowedAt: string; allowedBy: Named } | null
  upload: { id: string; fileName: string } | null
  /** the first rows of its upload, one more than a view shows */
  rows: { number: number }[]
}

/** Analysts find their own checks, reviewers and admins all. */
export const visibleTo = (actor: Pick<Actor, 'id' | 'roles'>): { requestedById?: string } =>
  seesAll(actor) ? {} : { requestedById: actor.id }

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a view needs of check `v`, in SQL: of a statement that reads or writes it. */
const VIEW_COLUMNS = Prisma.sql`
           ${Prisma.raw(FIELDS.map((field) => `v.${columnOf(field)} as "${field}"`).join(', '))},
           (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = v.requested_by_id) as "requestedBy",
           coalesce((select json_agg(a) from (select id, state, number from attempts where verification_id = v.id
                      order by number desc limit 1) a), '[]') as attempts,
           (select json_build_object('id', r.id, 'state', r.state) from reviews r where r.verification_id = v.id) as review,
           (select json_build_object('allowedAt', n.allowed_at, 'allowedBy', json_build_object('id', u.id, 'name', u.name))
              from allowed_names n join users u on u.id = n.allowed_by_id where n.verification_id = v.id) as "allowedName",
           (select json_build_object('id', f.id, 'fileName', f.file_name) from uploads f where f.id = v.upload_id) as upload,
           coalesce((select json_agg(w) from (select number from upload_rows where verification_id = v.id
                      order by number limit ${MOST_ROWS + 1}::int) w), '[]') as rows`

async function readRow(id: string, on: Db, seen = Prisma.empty): Promise<ViewRow | null> {
  const [row] = await on.$queryRaw<ViewRow[]>`${PREPARED}
    select ${VIEW_COLUMNS} from verifications v where v.id = ${id}::uuid ${seen}`
  return row ?? null
}

/** @throws Refusal 404 for an unknown id and, in the same words, for somebody else's check */
export async function readVerification(id: string, actor: Actor): Promise<VerificationView> {
  const own = seesAll(actor) ? Prisma.empty : Prisma.sql`and v.requested_by_id = ${actor.id}::uuid`
  const row = await readRow(id, db(), own)
  if (!row) throw notFound()
  return toView(row, seesMasked(actor))
}

/** The record as its requester sees it. @throws Error when it does not exist */
export async function readCheckView(id: string, on: Db = db()): Promise<VerificationView> {
  const row = await readRow(id, on)
  if (!row) throw new Error(`check ${id} does not exist`)
  return toView(row, false)
}

async function toView(row: ViewRow, masked: boolean): Promise<VerificationView> {
  const { attempts, review, bankCode, bankName, allowedName } = row
  const [attempt] = attempts
  return {
    id: row.id,
    environment: row.environment,
    source: row.source,
    ...answerView(row, masked),
    outcome: outcomeOf(row),
    enrichment: row.enrichment as Enrichment | null,
    enrichmentState: await enrichmentStateOf(row),
    bank: bankCode && bankName ? { code: bankCode, name: bankName, bic: await bicOf(row.iban) } : null,
    attempt: attempt ? { id: attempt.id, state: attempt.state, number: attempt.number } : null,
    review: review && { id: review.id, state: review.state },
    reference: row.reference,
    purpose: row.purpose,
    note: masked ? null : row.note,
    sandboxResult: row.sandboxResult,
    requestedBy: personOf(row.requestedBy),
    previousId: row.previousId,
    upload: uploadView(row),
    upstreamId: row.upstreamId,
    problemCode: row.problemCode,
    nameAllowed: allowedName && {
      at: new Date(allowedName.allowedAt).toISOString(),
      by: personOf(allowedName.allowedBy),
    },
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    purgedAt: row.purgedAt?.toISOString() ?? null,
    durationMs: row.durationMs,
  }
}

/** What was asked and what the bank said, as this person may read it. */
function answerView(row: ViewRow, masked: boolean) {
  const hidden = masked && !row.purgedAt
  return {
    iban: hidden ? shortIban(row.iban) : row.iban,
    name: hidden ? maskName(row.name) : row.name,
    masked,
    status: row.status,
    matchResult: row.matchResult,
    matchedName: row.matchedName !== null && masked ? maskName(row.matchedName) : row.matchedName,
    statusReason: row.statusReason,
    unrecognised: row.unrecognised,
    comparison: masked ? null : (row.comparison as NameComparison | null),
  }
}

function uploadView({ upload, rows }: ViewRow): VerificationView['upload'] {
  if (!upload) return null
  const numbers = rows.map(({ number }) => number)
  return { id: upload.id, fileName: upload.fileName, row: numbers[0] ?? null, rows: numbers }
}

const bicOf = async (iban: string): Promise<string | null> => (await findBank(iban))?.bic ?? null

/** "Not asked" is never shown as "the bank has none". */
async function enrichmentStateOf(row: ViewRow): Promise<VerificationView['enrichmentState']> {
  const { status } = (row.enrichment ?? {}) as Partial<Enrichment>
  if (row.enrichment !== null) return status === 'pending' ? 'pending' : 'given'
  if (row.source !== 'bulk' || row.country !== 'FR' || row.status !== 'completed') return null
  if (row.enrichmentAskedAt !== null) return 'none_given'
  const id = row.connectionId ?? undefined
  if (id === undefined) return 'not_asked'
  const known = await db().connection.findUnique({ where: { id }, select: { enrichmentReads: true } })
  return known?.enrichmentReads === 'refused' ? 'refused' : 'not_asked'
}

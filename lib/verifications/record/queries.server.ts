import 'server-only'
import { type Actor, readsChecks, seesAll, seesMasked } from '@/lib/auth/roles'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { findBank } from '@/lib/iban/banks'
import { shortIban } from '@/lib/iban/format'
import type { NameComparison } from '@/lib/names/compare'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, PREPARED, Prisma } from '@/lib/platform/db.server'
import type { Attempt, Review } from '@/lib/platform/generated/client'
import { type PersonView, personOf } from '@/lib/platform/person'
import { notFound } from '@/lib/platform/refusal'
import { date, int4, json, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { SOURCES } from '@/lib/reviews/policy'
import { MAX_ENRICHMENT_TRIES } from '@/lib/upstream/enrichment.server'
import type { Enrichment } from '@/lib/verifications/answer'
import { MATCH_RESULTS, outcomeOf, STATUSES } from '@/lib/verifications/outcome'
import { maskReason } from '@/lib/verifications/provider-code'
import { MAX_LISTED_ROWS, maskName, type VerificationView } from '@/lib/verifications/view'

/** The columns of a view, without the raw answer. */
const FIELDS = {
  id: uuid,
  environment: oneOf(ENVIRONMENTS),
  source: oneOf(SOURCES),
  iban: text,
  name: text,
  status: oneOf(STATUSES),
  matchResult: oneOf(MATCH_RESULTS).or(null),
  matchedName: text.or(null),
  statusReason: text.or(null),
  unrecognised: text.or(null),
  enrichment: json<Enrichment>().or(null),
  enrichmentAskedAt: date.or(null),
  enrichmentTries: int4,
  country: text,
  connectionId: uuid.or(null),
  bankCode: text.or(null),
  bankName: text.or(null),
  comparison: json<NameComparison>().or(null),
  reference: text.or(null),
  purpose: text.or(null),
  note: text.or(null),
  sandboxResult: text.or(null),
  previousId: uuid.or(null),
  upstreamId: text.or(null),
  problemCode: text.or(null),
  createdAt: date,
  answeredAt: date.or(null),
  purgedAt: date.or(null),
  durationMs: int4.or(null),
}

/** The row shape of `VIEW_COLUMNS`. */
const VIEW_ROW = {
  ...FIELDS,
  requestedBy: json<PersonView>(),
  /** the latest attempt, if any */
  attempts: json<Pick<Attempt, 'id' | 'state' | 'number'>[]>(),
  review: json<Pick<Review, 'id' | 'state'>>().or(null),
  /** dates inside are strings, as in JSON */
  allowedName: json<{ allowedAt: string; allowedBy: PersonView }>().or(null),
  upload: json<{ id: string; fileName: string; payments: boolean }>().or(null),
  /** the first rows of its upload, one more than a view shows */
  rows: json<{ number: number }[]>(),
}
type ViewRow = RowOf<typeof VIEW_ROW>

/**
 * The checks that a person can act on: analysts on their own, reviewers and admins on all. The response to an action
 * contains the check, so an API key without the scope to read checks can act on those of its owner only.
 */
export const visibleTo = (actor: Pick<Actor, 'id' | 'roles' | 'key'>): { requestedById?: string } =>
  seesAll(actor) && readsChecks(actor) ? {} : { requestedById: actor.id }

/** SQL: limits checks with this alias to those that the person may read. */
export const ownChecks = (actor: Pick<Actor, 'id' | 'roles'>, alias: 'v' | 'k' = 'v'): Prisma.Sql =>
  seesAll(actor) ? Prisma.empty : Prisma.sql`and ${Prisma.raw(alias)}.requested_by_id = ${actor.id}::uuid`

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a view for check `v`, for any statement that reads or writes it. */
const VIEW_COLUMNS = Prisma.sql`
           ${Prisma.raw(
             Object.keys(FIELDS)
               .map((field) => `v.${columnOf(field)} as "${field}"`)
               .join(', '),
           )},
           (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = v.requested_by_id) as "requestedBy",
           coalesce((select json_agg(a) from (select id, state, number from attempts where verification_id = v.id
                      order by number desc limit 1) a), '[]') as attempts,
           (select json_build_object('id', r.id, 'state', r.state) from reviews r where r.verification_id = v.id) as review,
           (select json_build_object('allowedAt', n.allowed_at, 'allowedBy', json_build_object('id', u.id, 'name', u.name))
              from allowed_names n join users u on u.id = n.allowed_by_id where n.verification_id = v.id) as "allowedName",
           (select json_build_object('id', f.id, 'fileName', f.file_name,
                     'payments', exists (select 1 from payment_runs p where p.upload_id = f.id))
              from uploads f where f.id = v.upload_id) as upload,
           coalesce((select json_agg(w) from (select number from upload_rows where verification_id = v.id
                      order by number limit ${MAX_LISTED_ROWS + 1}::int) w), '[]') as rows`

async function readRow(id: string, seen = Prisma.empty): Promise<ViewRow | null> {
  const [row] = await select(
    db(),
    VIEW_ROW,
    Prisma.sql`${PREPARED}
    select ${VIEW_COLUMNS} from verifications v where v.id = ${id}::uuid ${seen}`,
  )
  return row ?? null
}

/** @throws Refusal 404 for an unknown ID, with the same message for somebody else's check */
export async function readVerification(id: string, actor: Actor): Promise<VerificationView> {
  const row = await readRow(id, ownChecks(actor))
  if (!row) throw notFound()
  return toView(row, seesMasked(actor))
}

/** The record as its requester sees it. @throws Error when it does not exist */
export async function readCheckView(id: string): Promise<VerificationView> {
  const row = await readRow(id)
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
    enrichment: row.enrichment,
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
    answeredAt: isoTime(row.answeredAt),
    purgedAt: isoTime(row.purgedAt),
    durationMs: row.durationMs,
  }
}

/** The submitted values and the bank's answer, masked if needed. */
function answerView(row: ViewRow, masked: boolean) {
  const hidden = masked && !row.purgedAt
  return {
    iban: hidden ? shortIban(row.iban) : row.iban,
    name: hidden ? maskName(row.name) : row.name,
    masked,
    status: row.status,
    matchResult: row.matchResult,
    matchedName: row.matchedName !== null && masked ? maskName(row.matchedName) : row.matchedName,
    statusReason: masked ? maskReason(row.statusReason) : row.statusReason,
    unrecognised: masked ? maskReason(row.unrecognised) : row.unrecognised,
    comparison: masked ? null : row.comparison,
  }
}

function uploadView({ upload, rows }: ViewRow): VerificationView['upload'] {
  if (!upload) return null
  const numbers = rows.map(({ number }) => number)
  return { ...upload, row: numbers[0] ?? null, rows: numbers }
}

const bicOf = async (iban: string): Promise<string | null> => (await findBank(iban))?.bic ?? null

/** Distinguishes "not requested yet", "could not be read" and "the bank has none". */
async function enrichmentStateOf(row: ViewRow): Promise<VerificationView['enrichmentState']> {
  if (row.enrichment !== null) return row.enrichment.status === 'pending' ? 'pending' : 'given'
  if (row.source !== 'bulk' || row.country !== 'FR' || row.status !== 'completed') return null
  if (row.enrichmentAskedAt !== null)
    return row.enrichmentTries < MAX_ENRICHMENT_TRIES ? 'none_given' : 'failed'
  const id = row.connectionId ?? undefined
  if (id === undefined) return 'not_asked'
  const known = await db().connection.findUnique({ where: { id }, select: { enrichmentReads: true } })
  return known?.enrichmentReads === 'refused' ? 'refused' : 'not_asked'
}

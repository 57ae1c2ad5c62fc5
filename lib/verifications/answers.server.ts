import 'server-only'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { diffNames } from '@/lib/names/compare'
import { foldName } from '@/lib/names/text/fold'
import { encrypt, sha256 } from '@/lib/platform/crypto.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { openReviews } from '@/lib/reviews/rules/open.server'
import type { ProviderAnswer } from '@/lib/verifications/answer'
import { evidenceText } from '@/lib/verifications/evidence'
import { type Outcome, outcomeOf, STATUSES } from '@/lib/verifications/outcome'
import { PROVIDER_CODE } from '@/lib/verifications/provider-code'

/** `raw` is the provider's answer as received; it is stored encrypted. `durationMs` is the duration of the request. */
export type AnsweredItem = {
  verificationId: string
  answer: ProviderAnswer
  raw?: unknown
  durationMs?: number
}
export type ChangedVerification = { verificationId: string; before: Outcome; outcome: Outcome }

const STORED = {
  id: uuid,
  environment: oneOf(ENVIRONMENTS),
  iban: text,
  name: text,
  status: oneOf(STATUSES),
  previousId: uuid.or(null),
  erased: bool,
}
type StoredCheck = RowOf<typeof STORED>

/**
 * Stores answers in the caller's transaction and opens the reviews that they need. Only pending checks and checks with an
 * unknown outcome change: a final answer is never overwritten. A check whose data was erased gets only the result, and no
 * review. Takes two statements, also for 2,000 items.
 * @returns the checks that changed, with their outcome before and now
 */
export async function recordAnswers(tx: Tx, items: AnsweredItem[]): Promise<ChangedVerification[]> {
  const stored = await lockOpen(
    tx,
    items.map((item) => item.verificationId),
  )
  const rows = items.flatMap((item) => {
    const check = stored.get(item.verificationId)
    return check ? [rowOf(check, item)] : []
  })
  if (rows.length === 0) return []
  await storeAnswers(tx, rows)
  const final = rows.filter((row) => row.status !== 'pending' && !stored.get(row.id)?.erased)
  if (final.some((row) => touchesReviews(row, stored.get(row.id)?.previousId ?? null)))
    await openReviews(
      tx,
      final.map((row) => row.id),
    )
  return rows.map((row) => ({
    verificationId: row.id,
    before: stored.get(row.id)?.status === 'unknown' ? 'unknown' : 'waiting',
    outcome: outcomeOf({ status: row.status, matchResult: row.match_result }),
  }))
}

/** A match of a first check neither opens nor closes a review; nor does an answer without a result. */
const touchesReviews = (row: AnswerRow, previousId: string | null): boolean =>
  row.match_result !== null && (previousId !== null || row.match_result !== 'match')

/** Locks checks in ID order, so that two writers of the same items wait instead of deadlocking. */
async function lockOpen(tx: Tx, ids: string[]): Promise<Map<string, StoredCheck>> {
  const rows = await select(
    tx,
    STORED,
    Prisma.sql`
    select id, environment, iban, name, status, previous_id as "previousId", purged_at is not null as erased
      from verifications
     where id = any(${ids}::uuid[]) and status in ('pending', 'unknown') order by id for update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type AnswerRow = ReturnType<typeof rowOf>

const rowOf = (check: StoredCheck, item: Omit<AnsweredItem, 'verificationId'>) =>
  check.erased ? withoutData(answerColumns(check, item)) : answerColumns(check, item)

/** An answer without anything about the payee, for a check whose data was erased. */
const withoutData = ({ status_reason: reason, ...row }: ReturnType<typeof answerColumns>) => ({
  ...row,
  matched_name: null,
  status_reason: reason !== null && PROVIDER_CODE.test(reason) ? reason : null,
  unrecognised: null,
  enrichment: null,
  raw: null,
  comparison: null,
  evidence_hash: null,
  name_search: '',
})

/** An answer as columns of `verifications`. `raw` is encrypted, in Base64. */
export function answerColumns(
  check: Pick<StoredCheck, 'id' | 'environment' | 'iban' | 'name'>,
  { answer, raw, durationMs }: Omit<AnsweredItem, 'verificationId'>,
) {
  const { iban, name, environment, id } = check
  const { matchedName } = answer
  const cipher = raw === undefined ? null : encrypt(JSON.stringify(raw), `verifications|raw_cipher|${id}`)
  return {
    id,
    status: answer.status,
    match_result: answer.matchResult,
    matched_name: matchedName,
    status_reason: answer.statusReason,
    unrecognised: answer.unrecognised,
    enrichment: answer.enrichment,
    raw: cipher && Buffer.from(cipher).toString('base64'),
    upstream_id: answer.upstreamId,
    comparison: matchedName === null ? null : diffNames(name, matchedName),
    evidence_hash: sha256(evidenceText({ verificationId: id, environment, iban, name, answer })),
    name_search: foldName(matchedName === null ? name : `${name} ${matchedName}`),
    duration_ms: durationMs ?? null,
  }
}

const storeAnswers = (tx: Tx, rows: AnswerRow[]): Promise<number> => tx.$executeRaw`
    update verifications v
       set status = a.status, match_result = a.match_result, matched_name = a.matched_name,
           status_reason = a.status_reason, unrecognised = a.unrecognised, enrichment = a.enrichment,
           raw_cipher = coalesce(decode(a.raw, 'base64'), v.raw_cipher),
           upstream_id = coalesce(a.upstream_id, v.upstream_id), comparison = a.comparison,
           evidence_hash = a.evidence_hash, name_search = a.name_search,
           duration_ms = coalesce(a.duration_ms, v.duration_ms),
           answered_at = case when a.status = 'pending' then null else now() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(
           id uuid, status verification_status, match_result match_result, matched_name text, status_reason text,
           unrecognised text, enrichment jsonb, raw text, upstream_id text, comparison jsonb, evidence_hash text,
           name_search text, duration_ms int)
     where v.id = a.id`

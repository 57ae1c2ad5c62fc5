import 'server-only'
import { randomUUID } from 'node:crypto'
import { bankCode, findBank } from '@/lib/iban/banks'
import { foldName, tidyName } from '@/lib/names/text/fold'
import { isAnswer, resultOfCode } from '@/lib/payments/reports/results'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { openReviews } from '@/lib/reviews/rules/open.server'
import type { ReportEntry } from '@/lib/tables/reports/report'
import { REPORT_CODE } from '@/lib/tables/reports/values'
import { type ProviderAnswer, receivedName } from '@/lib/verifications/answer'
import { type AnsweredItem, answerColumns, recordAnswers } from '@/lib/verifications/answers.server'
import { MATCH_RESULTS, type MatchResult, STATUSES } from '@/lib/verifications/outcome'

/** One answer of a bank report, with the payment line that it is about. */
export type ReportAnswer = Pick<ReportEntry, 'position' | 'code' | 'reasonCode' | 'texts' | 'bankName'> & {
  number: number
  iban: string
  name: string
}

type StoredAnswer = {
  id: string
  /** that was checked; null: erased */
  name: string | null
  status: string
  result: MatchResult | null
  bankName: string | null
}
type NewCheck = { id: string; iban: string; name: string }

/** `checks`: the ID of the check of each report line, by position. `changed`: positions of contradicting answers. */
export type RecordedAnswers = { checks: Map<number, string>; changed: number[] }

const BATCH = 2_000

/**
 * Turns the answers of a bank report into checks of the source `bank_report`, which need no attempt and no credits, and
 * opens their reviews. A final answer completes a pending check. It never changes a completed check: if it contradicts
 * one, it is flagged, and unless it is a match, it also becomes a new check, so that somebody reviews it.
 * @param requesterId the uploader of the run, who counts as the requester of the checks
 */
export async function recordReportAnswers(
  tx: Tx,
  { runId, requesterId }: { runId: string; requesterId: string },
  answers: readonly ReportAnswer[],
): Promise<RecordedAnswers> {
  const latest = await readLatestAnswers(tx, runId)
  const shared = new Map<string, string>()
  const fresh: NewCheck[] = []
  const final = new Map<string, AnsweredItem>()
  const recorded: RecordedAnswers = { checks: new Map(), changed: [] }
  for (const answer of answers) {
    if (!isAnswer(answer.code)) continue
    const now = toStoredAnswer(answer)
    const last = latest.get(answer.number)
    // an answer about the corrected name of a release doesn't contradict one about the original name
    const before = last && (last.name === null || last.name === now.name) ? last : undefined
    const isDifferent = before !== undefined && !agrees(before, now)
    if (isDifferent) recorded.changed.push(answer.position)
    const keeps = before !== undefined && (!isDifferent || now.result === 'match')
    const id = keeps ? before.id : checkFor(answer, { shared, fresh })
    recorded.checks.set(answer.position, id)
    const isFinal = now.status === 'completed' && !(keeps && before.status !== 'pending')
    if (isFinal) final.set(id, { verificationId: id, answer: toProviderAnswer(answer), raw: rawOf(answer) })
    if (isFinal || !keeps) latest.set(answer.number, { id, ...now })
  }
  for (const checks of inBatches(fresh)) await insertChecks(tx, requesterId, { checks, final })
  const opened = new Set(fresh.map(({ id }) => id))
  const pending = [...final.values()].filter(({ verificationId }) => !opened.has(verificationId))
  for (const items of inBatches(pending)) await recordAnswers(tx, items)
  return recorded
}

function* inBatches<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += BATCH) yield list.slice(from, from + BATCH)
}

const toStoredAnswer = ({ name, code, bankName }: ReportAnswer): Omit<StoredAnswer, 'id'> => {
  const result = resultOfCode(code)
  return {
    name: tidyName(name),
    status: result === null ? 'pending' : 'completed',
    result,
    bankName: result === 'close_match' && bankName !== null ? receivedName(bankName) : null,
  }
}

/** Whether an answer fits an earlier one. A pending one fits any, and any fits a pending one. */
const agrees = (before: StoredAnswer, now: Omit<StoredAnswer, 'id'>): boolean =>
  before.status === 'pending' ||
  now.result === null ||
  (now.result === before.result && now.bankName === before.bankName)

/**
 * The ID of the check for an answer. Equal final answers about the same payee share one check. A pending line gets its
 * own, because the final answers of two lines may differ.
 */
function checkFor(
  answer: ReportAnswer,
  { shared, fresh }: { shared: Map<string, string>; fresh: NewCheck[] },
): string {
  const { iban, name, code, reasonCode, bankName, texts } = answer
  const key = code === 'PDNG' ? null : JSON.stringify([iban, name, code, reasonCode, bankName, texts])
  const known = key === null ? undefined : shared.get(key)
  if (known) return known
  const id = randomUUID()
  fresh.push({ id, iban, name: tidyName(name) })
  if (key !== null) shared.set(key, id)
  return id
}

const toProviderAnswer = (answer: ReportAnswer): ProviderAnswer => {
  const { result, bankName } = toStoredAnswer(answer)
  const { reasonCode } = answer
  return {
    status: 'completed',
    matchResult: result,
    matchedName: bankName,
    // masked roles see it, and an erasure about another payee doesn’t reach it
    statusReason: reasonCode !== null && REPORT_CODE.test(reasonCode) ? reasonCode : null,
    unrecognised: null,
    enrichment: null,
    upstreamId: null,
  }
}

const rawOf = ({ code, reasonCode, texts }: ReportAnswer) => ({ code, reasonCode, texts })

/** The check of each line in the report that was joined last, by line number. */
async function readLatestAnswers(tx: Tx, runId: string): Promise<Map<number, StoredAnswer>> {
  const rows = await select(
    tx,
    {
      number: int4.notNull(),
      id: uuid,
      name: text.or(null),
      status: oneOf(STATUSES),
      result: oneOf(MATCH_RESULTS).or(null),
      bankName: text.or(null),
    },
    Prisma.sql`
    select distinct on (l.number) l.number, v.id, v.name, v.status, v.match_result as result, v.matched_name as "bankName"
      from payment_report_lines l join payment_reports t on t.id = l.report_id
           join verifications v on v.id = l.verification_id
     where l.upload_id = ${runId}::uuid and l.number is not null
     order by l.number, t.number desc, l.position desc`,
  )
  return new Map(rows.map(({ number, ...answer }) => [number, answer]))
}

/** Stores new checks together with their final answers, so that no row is written twice, and opens their reviews. */
async function insertChecks(
  tx: Tx,
  requesterId: string,
  { checks, final }: { checks: readonly NewCheck[]; final: ReadonlyMap<string, AnsweredItem> },
): Promise<void> {
  const rows = await Promise.all(checks.map(async (check) => rowOf(check, final.get(check.id))))
  await tx.$executeRaw`
    insert into verifications (environment, source, requested_by_id, id, iban, name, country, bank_code, bank_name,
                               name_search, status, match_result, matched_name, status_reason, raw_cipher, comparison,
                               evidence_hash, answered_at)
    select 'live', 'bank_report', ${requesterId}::uuid, a.id, a.iban, a.name, a.country, a.bank_code, a.bank_name,
           a.name_search, a.status, a.match_result, a.matched_name, a.status_reason, decode(a.raw, 'base64'),
           a.comparison, a.evidence_hash, case when a.status <> 'pending' then now() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(
           id uuid, iban text, name text, country text, bank_code text, bank_name text, name_search text,
           status verification_status, match_result match_result, matched_name text, status_reason text, raw text,
           comparison jsonb, evidence_hash text)`
  const answered = checks.filter(({ id }) => final.has(id)).map(({ id }) => id)
  await openReviews(tx, answered)
}

/** A check as a row of the table `verifications`. */
async function rowOf({ id, iban, name }: NewCheck, item: AnsweredItem | undefined) {
  const bank = await findBank(iban)
  const answer = item
    ? answerColumns({ id, environment: 'live', iban, name }, item)
    : { status: 'pending', name_search: foldName(name) }
  return {
    ...answer,
    id,
    iban,
    name,
    country: iban.slice(0, 2),
    bank_code: bankCode(iban) ?? null,
    bank_name: bank?.name ?? null,
  }
}

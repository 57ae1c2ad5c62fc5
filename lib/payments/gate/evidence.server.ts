import 'server-only'
import { keyedFileHash } from '@/lib/audit/seal.server'
import {
  type AnswerEvidence,
  type ConfirmationKind,
  GATES,
  type LineEvidence,
  type PaymentPolicy,
} from '@/lib/payments/gate/gate'
import { DAY_MS } from '@/lib/platform/days/period'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { bool, date, int4, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { correctedName } from '@/lib/reviews/corrected-name.server'
import { STORED_REVIEW_STATES } from '@/lib/reviews/policy'
import { LATER_MESSAGE } from '@/lib/tables/payments/cut-ids'
import { ACCOUNT_KINDS } from '@/lib/tables/payments/line'
import { MATCH_RESULTS, STATUSES } from '@/lib/verifications/outcome'

export const EVIDENCE_ROW = {
  number: int4,
  gate: oneOf(GATES),
  reason: text,
  /** the moment for which the line is judged: that of its release, or now */
  at: date,
  isReleased: bool,
  account: oneOf(ACCOUNT_KINDS),
  amount: text.or(null),
  edited: bool,
  erased: bool,
  notSentCode: text.or(null),
  version: text.or(null),
  equalAt: date.or(null),
  sameFileAt: date.or(null),
  equalHeldAt: date.or(null),
  clearedAt: date.or(null),
  heldFileOut: bool,
  newIban: bool,
  newIbanConfirmed: bool,
  oursId: uuid.or(null),
  oursStatus: oneOf(STATUSES).or(null),
  oursResult: oneOf(MATCH_RESULTS).or(null),
  oursAt: date.or(null),
  oursReviewId: uuid.or(null),
  oursReview: oneOf(STORED_REVIEW_STATES).or(null),
  oursRepeated: bool.or(null),
  oursByUploader: bool.or(null),
  bankId: uuid.or(null),
  bankStatus: oneOf(STATUSES).or(null),
  bankResult: oneOf(MATCH_RESULTS).or(null),
  bankAt: date.or(null),
  bankReviewId: uuid.or(null),
  bankReview: oneOf(STORED_REVIEW_STATES).or(null),
  bankRepeated: bool.or(null),
  bankByUploader: bool.or(null),
  adoptedName: text.or(null),
}
export type EvidenceRow = RowOf<typeof EVIDENCE_ROW>

/** The check `v` of the name `checked` that `source` selects. `name`: the bank's name, if a reviewer adopted it. */
const checkFrom = (source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select v.id, v.name as checked, v.status, v.match_result, v.matched_name, v.answered_at, v.requested_by_id, q.id as review_id,
         q.state as review,
         coalesce(q.state = 'approved' and exists (
           select from decisions d where d.review_id = q.id and d.undone_at is null and d.kind = 'approve'
              and d.decided_by_id is null and d.earlier_id is not null), false) as repeated,
         coalesce(q.state = 'approved' and exists (
           select from decisions d left join decisions earlier on earlier.id = d.earlier_id
            where d.review_id = q.id and d.undone_at is null and d.kind = 'approve'
              and coalesce(d.decided_by_id, earlier.decided_by_id) = w.id), false) as by_uploader,
         case when v.match_result = 'close_match' then ${correctedName('q')} end as name
    from (${source}) v left join reviews q on q.verification_id = v.id`

/**
 * SQL: whether check `same` is of exactly the IBAN and name of a line, or the one whose answer its row's check `c` reuses,
 * which may have the name in other letters.
 * @param line the alias of the line
 */
export const ofSamePayee = (line: 'l' | 'p'): Prisma.Sql =>
  Prisma.raw(`same.iban = coalesce(c.iban, ${line}.iban)
     and (same.name = coalesce(c.name, ${line}.name) or c.status = 'not_sent' and same.id = c.known_id)`)

/**
 * SQL: whether check `same` counts for a row with the check `c` of the uploader `w`. If the row was never sent, only
 * checks that the uploader may open count: otherwise a guessed name would reveal, for free, whether it matched in
 * somebody else's check.
 */
const COUNTS_FOR_UPLOADER = Prisma.sql`(c.status <> 'not_sent' or same.id = c.known_id
           or same.requested_by_id = w.id or w.roles && array['reviewer', 'admin']::role[])`

/**
 * SQL: whether a check counts for a line: for a released one, only if it was there when the line left. Otherwise the
 * line would lose the evidence and the name with which it was paid.
 */
const isInTime = (check: 'same' | 'said'): Prisma.Sql =>
  Prisma.raw(`(e.id is null or ${check}.created_at <= e.released_at)`)

/**
 * SQL: our newest check of the payee of a line. A check that was never sent counts only if there is no other.
 * @param which a further condition on the check `same`
 */
export const ourNewestCheck = (line: 'l' | 'p', which = Prisma.sql`true`): Prisma.Sql => Prisma.sql`
  select same.* from verifications same
   where ${ofSamePayee(line)}
     and same.environment = 'live' and same.source <> 'bank_report' and same.purged_at is null
     and ${COUNTS_FOR_UPLOADER} and ${isInTime('same')} and ${which}
   order by same.status = 'not_sent', same.created_at desc, same.id limit 1`

/**
 * The newest answer of the payer's bank for the line: of the report that was joined last, whenever it was received.
 * @param which a condition on the answer `said`
 */
const bankAnswer = (which: Prisma.Sql) =>
  checkFrom(Prisma.sql`
  select said.* from payment_report_lines j
    join payment_reports t on t.id = j.report_id join verifications said on said.id = j.verification_id
   where j.upload_id = l.upload_id and j.number = l.number and said.purged_at is null and ${which}
   order by t.number desc, j.position desc limit 1`)

/**
 * SQL: lines with the tables of their evidence. Aliases: line `l`, run `g`, uploader `w`, release `e`, row `x`, its check
 * `c`, our answer `o`, the bank's answer `b`.
 * @param where a condition on `m` (payment_lines)
 */
export const linesWithEvidence = (where: Prisma.Sql, paging = Prisma.empty): Prisma.Sql => Prisma.sql`
  (select m.* from payment_lines m where ${where} ${paging}) l
  join payment_runs g on g.upload_id = l.upload_id
  join uploads u on u.id = l.upload_id
  join users w on w.id = u.created_by_id
  left join payment_releases e on e.id = l.release_id
  left join upload_rows x on x.upload_id = l.upload_id and x.number = l.number
  left join verifications c on c.id = x.verification_id
  left join lateral (${checkFrom(ourNewestCheck('l'))}) o on true
  left join lateral (${bankAnswer(Prisma.sql`true`)}) b on true`

/**
 * SQL: whether the payer's bank answered about the name `said` of our check. About a line that was released with a
 * corrected name, it may have answered about that one, which nothing of ours compares with.
 * @param line the alias of the line
 */
export const aboutOurName = (line: 'l' | 'p', { said, ours }: { said: string; ours: string }): Prisma.Sql =>
  Prisma.raw(`(${line}.release_id is null or ${line}.gate <> 'corrected' or ${said} = ${ours})`)

/**
 * SQL: the name that a corrected line gets, or got when it was released. If both banks' names were adopted, that of the
 * payer's bank counts.
 */
export const ADOPTED_NAME = Prisma.sql`
  coalesce(case when e.id is null then b.name
                else (select adopted.name from (${bankAnswer(isInTime('said'))}) adopted) end, o.name)`

/** When a reviewer last confirmed the line in this way. */
const confirmedAt = (kind: ConfirmationKind) => Prisma.sql`
  (select max(y.at) from payment_confirmations y
    where y.upload_id = l.upload_id and y.number = l.number and y.kind = ${kind})`

/** The known IBANs `s` of the supplier. For a released line, only those that were known before its release. */
const KNOWN_IBANS = Prisma.sql`
  select from supplier_ibans s where s.supplier = l.supplier and (e.id is null or s.at < e.released_at)`

/**
 * The releases of the same file, byte for byte, and of files that share a MsgId with this run, in their original or in
 * the release. It doesn't depend on a line, so PostgreSQL runs it once for the whole run.
 * @param hashes of the file
 */
const sameFile = (uploadId: string, hashes: readonly string[]) => Prisma.sql`
  select p.id from uploads twin join payment_releases p on p.upload_id = twin.id
   where twin.file_hash = any(${hashes}::text[])
   union all
  select p.id from payment_messages m join payment_messages f on f.message_id = m.message_id
    join payment_releases p on p.upload_id = f.upload_id
   where m.upload_id = ${uploadId}::uuid and m.message_id <> ''
   union all
  select p.id from payment_messages m
    join payment_releases p on p.message_id in (m.message_id, regexp_replace(m.message_id, ${LATER_MESSAGE}, '\\1'))
   where m.upload_id = ${uploadId}::uuid`

/** The hash of a run's file, and the one that an earlier upload of the file has since a name was erased from it. */
async function hashesOf(on: Db, uploadId: string): Promise<string[]> {
  const rows = await select(
    on,
    { hash: text },
    Prisma.sql`select file_hash as hash from uploads where id = ${uploadId}::uuid`,
  )
  return rows.flatMap(({ hash }) => [hash, keyedFileHash(hash)])
}

/** The columns of `EVIDENCE_ROW` for lines of this run. */
export const evidenceColumns = async (on: Db, uploadId: string): Promise<Prisma.Sql> => Prisma.sql`
  l.number, l.gate, l.gate_reason as reason, coalesce(e.released_at, now()) as at,
  l.release_id is not null as "isReleased", l.account, l.amount::text as amount,
  coalesce(x.edited, false) or c.purged_at is null and c.id is not null and l.iban is distinct from c.iban as edited,
  g.purged_at is not null or c.purged_at is not null as erased,
  coalesce(x.not_sent_code, c.problem_code) as "notSentCode", g.version,
  (select max(p.released_at) from payment_lines twin join payment_releases p on p.id = twin.release_id
    where twin.payment_digest = l.payment_digest
      and (e.id is null or p.released_at < e.released_at)) as "equalAt",
  (select max(p.released_at) from payment_releases p
    where p.id = any(array(${sameFile(uploadId, await hashesOf(on, uploadId))})) and p.upload_id <> l.upload_id and p.withdrawn_at is null
      and (e.id is null or p.released_at < e.released_at)) as "sameFileAt",
  (select max(p.held_downloaded_at) from payment_lines twin join payment_releases p on p.upload_id = twin.upload_id
    where twin.payment_digest = l.payment_digest and twin.upload_id <> l.upload_id and twin.release_id is null
      and p.held_not_sent_at is null and (e.id is null or p.held_downloaded_at < e.released_at)) as "equalHeldAt",
  ${confirmedAt('not_duplicate')} as "clearedAt",
  l.release_id is null and exists (
    select from payment_releases p
     where p.upload_id = l.upload_id and p.held_downloaded_at is not null and p.held_not_sent_at is null) as "heldFileOut",
  l.supplier is not null and exists (${KNOWN_IBANS})
    and not exists (${KNOWN_IBANS} and s.iban_digest = l.iban_digest) as "newIban",
  ${confirmedAt('new_iban')} is not null as "newIbanConfirmed",
  o.id as "oursId", o.status as "oursStatus", o.match_result as "oursResult", o.answered_at as "oursAt",
  o.review_id as "oursReviewId", o.review as "oursReview", o.repeated as "oursRepeated",
  o.by_uploader as "oursByUploader",
  b.id as "bankId", b.status as "bankStatus", b.match_result as "bankResult", b.answered_at as "bankAt",
  b.review_id as "bankReviewId", b.review as "bankReview", b.repeated as "bankRepeated",
  b.by_uploader as "bankByUploader", ${ADOPTED_NAME} as "adoptedName"`

/** Lines per page. */
const PAGE = 2_000

const readEvidence = async (on: Db, uploadId: string, which: Prisma.Sql): Promise<EvidenceRow[]> =>
  select(
    on,
    EVIDENCE_ROW,
    Prisma.sql`
    select ${await evidenceColumns(on, uploadId)}
      from ${linesWithEvidence(
        Prisma.sql`m.upload_id = ${uploadId}::uuid and ${which}`,
        Prisma.sql`order by m.number limit ${PAGE}::int`,
      )}
     order by l.number`,
  )

/**
 * The evidence of a run's lines in the order of their numbers, in pages.
 * @param which `open`: unreleased lines; `numbers`: only these, ascending
 */
export async function* evidencePages(
  on: Db,
  uploadId: string,
  { open, numbers }: { open: boolean; numbers?: readonly number[] | undefined },
): AsyncGenerator<EvidenceRow[]> {
  const also = open ? Prisma.sql`and m.release_id is null` : Prisma.empty
  // in slices: PostgreSQL would look through all numbers again for each page
  for (let at = 0; numbers && at < numbers.length; at += PAGE)
    yield await readEvidence(
      on,
      uploadId,
      Prisma.sql`m.number = any(${numbers.slice(at, at + PAGE)}::int[]) ${also}`,
    )
  for (let after: number | undefined = numbers ? undefined : 0; after !== undefined; ) {
    const rows: EvidenceRow[] = await readEvidence(on, uploadId, Prisma.sql`m.number > ${after}::int ${also}`)
    yield rows
    after = rows.length < PAGE ? undefined : rows.at(-1)?.number
  }
}

/** Turns a row of evidence into what `gateOf` takes. */
export function evidenceOf(row: EvidenceRow, { duplicateDays }: PaymentPolicy): LineEvidence {
  const since = row.at.getTime() - duplicateDays * DAY_MS
  const recent = (at: Date | null) => at !== null && at.getTime() >= since
  const equals = [row.equalAt, row.sameFileAt, row.equalHeldAt].filter((at) => recent(at))
  // a confirmation covers only what the reviewer could know: equal payments that were released before it
  const isCleared = (at: Date | null) => at !== null && row.clearedAt !== null && at < row.clearedAt
  return {
    account: row.account,
    amount: row.amount,
    edited: row.edited,
    erased: row.erased,
    notSentCode: row.notSentCode,
    version: row.version,
    adoptedName: row.adoptedName,
    heldFileOut: row.heldFileOut,
    newIban: row.newIban,
    newIbanConfirmed: row.newIbanConfirmed,
    duplicate: equals.length > 0,
    duplicateCleared: equals.every(isCleared),
    ours: answerOf(row.oursStatus, {
      result: row.oursResult,
      answeredAt: row.oursAt,
      review: row.oursReview,
      repeated: row.oursRepeated === true,
      byUploader: row.oursByUploader === true,
    }),
    bank: answerOf(row.bankStatus, {
      result: row.bankResult,
      answeredAt: row.bankAt,
      review: row.bankReview,
      repeated: row.bankRepeated === true,
      byUploader: row.bankByUploader === true,
    }),
  }
}

const answerOf = (
  status: AnswerEvidence['status'] | null,
  rest: Omit<AnswerEvidence, 'status'>,
): AnswerEvidence | null => (status === null ? null : { status, ...rest })

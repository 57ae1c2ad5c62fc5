import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { type AttemptFact, attemptFact } from '@/lib/exports/records/attempt.server'
import { canonicalJson } from '@/lib/platform/canonical'
import { sha256 } from '@/lib/platform/crypto.server'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { PERSON, type PersonView, personOf } from '@/lib/platform/person'
import { bool, date, int4, json, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import type { CallBack } from '@/lib/reviews/call'
import type { OriginalReading } from '@/lib/uploads/original.server'
import { readUpload } from '@/lib/uploads/queries.server'
import type { UploadView } from '@/lib/uploads/view'

/** One paid request for a batch, and what people decided about it when its response was lost. */
type SendingFact = AttemptFact & {
  resolutions: {
    kind: string
    upstreamId: string | null
    reason: string | null
    evidence: string | null
    proposedBy: PersonView
    proposedAt: string
    confirmedBy: PersonView | null
    confirmedAt: string | null
    withdrawn: boolean
  }[]
}

const DECISION = {
  id: uuid,
  reviewId: uuid,
  verificationId: uuid,
  row: int4.or(null),
  name: text,
  result: text,
  kind: text,
  reason: text.or(null),
  note: text.or(null),
  callBack: json<CallBack>().or(null),
  correctedName: text.or(null),
  by: text.or(null),
  rule: text.or(null),
  evidenceHash: text,
  at: date,
  undone: bool,
}
type Decision = RowOf<typeof DECISION>
export type DecisionFact = Omit<Decision, 'id' | 'at'> & { at: string }

export type UploadRecord = {
  upload: Omit<UploadView, 'now' | 'version'>
  /** SHA-256 of the original file */
  fileHash: string
  /** how the file was read, and the mapping of its columns */
  reading: OriginalReading
  sendings: { bulk: number; attempts: SendingFact[] }[]
  /** number of reviews of this upload per state */
  reviews: Record<string, number>
}

/** Everything about one upload as a whole, without payees' names and IBANs. @throws Refusal 404 */
export async function readUploadRecord(id: string, actor: Actor): Promise<UploadRecord> {
  const { now: _now, version: _version, ...upload } = await readUpload(id, actor)
  const [{ fileHash, reading }, bulks, reviews] = await Promise.all([
    db().upload.findUniqueOrThrow({ where: { id }, select: { fileHash: true, reading: true } }),
    db().bulk.findMany({
      where: { uploadId: id },
      orderBy: { number: 'asc' },
      select: {
        number: true,
        attempts: {
          orderBy: { number: 'asc' },
          include: {
            resolutions: {
              orderBy: { proposedAt: 'asc' },
              include: { proposedBy: PERSON, confirmedBy: PERSON },
            },
          },
        },
      },
    }),
    db().review.groupBy({ by: ['state'], where: { uploadId: id }, _count: true }),
  ])
  const sendings = bulks.map(({ number, attempts }) => ({
    bulk: number,
    attempts: attempts.map((one) => ({
      ...attemptFact(one),
      resolutions: one.resolutions.map((done) => ({
        kind: done.kind,
        upstreamId: done.upstreamId,
        reason: done.reason,
        evidence: done.evidence,
        proposedBy: personOf(done.proposedBy),
        proposedAt: done.proposedAt.toISOString(),
        confirmedBy: done.confirmedBy && personOf(done.confirmedBy),
        confirmedAt: isoTime(done.confirmedAt),
        withdrawn: done.withdrawnAt !== null,
      })),
    })),
  }))
  return {
    upload,
    fileHash,
    reading: withoutHeaders(reading),
    sendings,
    reviews: Object.fromEntries(reviews.map((one) => [one.state, one._count])),
  }
}

/** Leaves out the column titles, because they are free text. */
function withoutHeaders(stored: unknown): OriginalReading {
  const { table, map } = stored as OriginalReading
  return { table, map }
}

/** The text that is hashed and packed. */
export const uploadRecordText = (record: UploadRecord): string =>
  canonicalJson({ format: 'accord-upload-1', ...record })
/** The hash of an upload in evidence: SHA-256 of its text, in hex. */
export const uploadRecordHash = (record: UploadRecord): string => sha256(uploadRecordText(record))

const PAGE = 1_000

/**
 * The decisions on the rows of an upload and on what banks reported about them, oldest first, withdrawn ones included.
 * Masked people get no names and no notes.
 */
export async function* uploadDecisions(id: string, actor: Actor): AsyncGenerator<DecisionFact[]> {
  let last: Decision | undefined
  const masked = seesMasked(actor)
  for (;;) {
    const from = last?.at ?? new Date(0)
    const rows: Decision[] = await select(
      db(),
      DECISION,
      Prisma.sql`
      select d.id, r.id as "reviewId", v.id as "verificationId", v.name, r.match_result::text as result, d.kind::text as kind,
             d.reason, d.note, d.call_back as "callBack", d.corrected_name as "correctedName", u.name as by,
             rule.name as rule, d.evidence_hash as "evidenceHash", d.created_at as at, d.undone_at is not null as undone,
             coalesce((select min(x.number) from upload_rows x where x.verification_id = v.id),
                      (select min(j.number) from payment_report_lines j
                        where j.verification_id = v.id and j.upload_id = ${id}::uuid)) as row
        from reviews r join decisions d on d.review_id = r.id join verifications v on v.id = r.verification_id
        left join users u on u.id = d.decided_by_id left join review_rules rule on rule.id = d.rule_id
       where (r.upload_id = ${id}::uuid or r.verification_id in (
               select j.verification_id from payment_report_lines j where j.upload_id = ${id}::uuid))
         and (d.created_at, d.id) > (${from}::timestamptz, ${last?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
       order by d.created_at, d.id limit ${PAGE}`,
    )
    if (rows.length > 0)
      yield rows.map((row) => ({
        reviewId: row.reviewId,
        verificationId: row.verificationId,
        row: row.row,
        name: masked ? '' : row.name,
        result: row.result,
        kind: row.kind,
        reason: row.reason,
        note: masked ? null : row.note,
        callBack: masked ? null : row.callBack,
        correctedName: masked ? null : row.correctedName,
        by: row.by,
        rule: row.rule,
        evidenceHash: row.evidenceHash,
        at: row.at.toISOString(),
        undone: row.undone,
      }))
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

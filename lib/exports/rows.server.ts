import 'server-only'
import type { ExportRow } from '@/lib/exports/columns'
import { shortIban } from '@/lib/iban/format'
import { Prisma } from '@/lib/platform/db.server'
import { readLines } from '@/lib/platform/lines.server'
import type { CallBack } from '@/lib/reviews/call'
import { correctedName } from '@/lib/reviews/corrected-name.server'
import { type MatchResult, outcomeOf, type Status } from '@/lib/verifications/outcome'
import { maskReason } from '@/lib/verifications/provider-code'

type Row = {
  at: string | null
  made: string
  answeredAt: string | null
  id: string | null
  name: string | null
  iban: string | null
  status: Status | null
  matchResult: MatchResult | null
  matchedName: string | null
  reason: string | null
  state: string | null
  decidedBy: string | null
  callBack: CallBack | null
  correctedName: string | null
  reference: string | null
  purpose: string | null
  country: string | null
  bank: string | null
  source: string | null
  file: string | null
  row: number | null
  edited?: boolean
  checkedBy: string | null
}

/** How much of names and IBANs the reader may see. */
export type MaskingPolicy = {
  names: boolean
  ibans: 'full' | 'ends'
  /** older rows are masked for everybody */
  maskedBefore?: Date | null
}

/** Small enough that a page is collected before the garbage collector promotes it to the old generation. */
const PAGE = 100
/** More at once, because a search by a text may read all of its matches for every page. */
const HISTORY_PAGE = 1_000

/**
 * All checks that fulfil the SQL condition `where` (alias `v`), newest first, in pages. Checks created during the
 * export are left out.
 */
export async function* historyRows(where: Prisma.Sql, masking: MaskingPolicy): AsyncGenerator<ExportRow[]> {
  let last: Row | undefined
  for (;;) {
    const after: Prisma.Sql = last
      ? Prisma.sql`and (v.created_at, v.id) < (${last.at}::timestamptz, ${last.id}::uuid)`
      : Prisma.empty
    const rows: Row[] = await readLines<Row>(Prisma.sql`
      select ${COLUMNS}, v.created_at as made, v.name, v.reference, f.file_name as file, ${REASON} as reason,
             (select min(x.number) from upload_rows x where x.verification_id = v.id) as row
        from (select v.* from verifications v where ${where} ${after}
               order by v.created_at desc, v.id desc limit ${HISTORY_PAGE}) v
        left join uploads f on f.id = v.upload_id ${JOINS}
       order by v.created_at desc, v.id desc`)
    if (rows.length > 0) yield rows.map((row) => toExport(row, masking))
    if (rows.length < HISTORY_PAGE) return
    last = rows.at(-1)
  }
}

/** Every row of an upload in file order, those not sent included. */
export async function* uploadRows(uploadId: string, masking: MaskingPolicy): AsyncGenerator<ExportRow[]> {
  let after = 0
  for (;;) {
    const rows: Row[] = await readLines<Row>(Prisma.sql`
      select ${COLUMNS}, coalesce(v.created_at, f.created_at) as made, coalesce(w.name, v.name) as name, coalesce(w.reference, v.reference) as reference,
             f.file_name as file, w.number as row, w.edited, coalesce(${REASON}, w.not_sent_code) as reason
        from (select * from upload_rows where upload_id = ${uploadId}::uuid and number > ${after}
               order by number limit ${PAGE}) w
        join uploads f on f.id = w.upload_id
        left join verifications v on v.id = w.verification_id ${JOINS}
       order by w.number`)
    if (rows.length > 0) yield rows.map((row) => toExport(row, masking))
    if (rows.length < PAGE) return
    after = rows.at(-1)?.row ?? 0
  }
}

const COLUMNS = Prisma.sql`
  v.id, v.created_at as at, v.answered_at as "answeredAt", v.iban, v.status, v.match_result as "matchResult",
  v.matched_name as "matchedName", q.state, d.name as "decidedBy", d.call_back as "callBack",
  ${correctedName('q')} as "correctedName", v.purpose, v.country, v.bank_name as bank, v.source, u.name as "checkedBy"`

const REASON = Prisma.sql`coalesce(v.unrecognised, v.status_reason, v.problem_code)`

/** The second of two approvals may be based on the call of the first. */
const CALL = Prisma.sql`(
  select k.call_back from decisions k where k.review_id = q.id and k.undone_at is null and k.kind = c.kind
     and k.call_back is not null order by k.created_at desc limit 1)`

const JOINS = Prisma.sql`
  left join users u on u.id = v.requested_by_id
  left join reviews q on q.verification_id = v.id
  left join lateral (
    select coalesce(p.name, e.name) as name, coalesce(c.call_back, ${CALL}) as call_back from decisions c
      left join users p on p.id = c.decided_by_id left join review_rules e on e.id = c.rule_id
     where c.review_id = q.id and q.state in ('approved', 'rejected') and c.undone_at is null and c.kind in ('approve', 'reject')
     order by c.created_at desc limit 1) d on true`

function toExport(row: Row, masking: MaskingPolicy): ExportRow {
  const old = masking.maskedBefore != null && new Date(row.made) < masking.maskedBefore
  const names = masking.names && !old
  const result =
    row.status === null ? 'not_sent' : outcomeOf({ status: row.status, matchResult: row.matchResult })
  const time = row.answeredAt ?? row.at
  return {
    checkedAt: time === null ? null : new Date(time).toISOString(),
    name: names ? row.name : null,
    iban: row.iban && (old || masking.ibans === 'ends') ? shortIban(row.iban) : row.iban,
    result,
    bankName: names ? row.matchedName : null,
    correctedName: names ? row.correctedName : null,
    reason: names ? row.reason : maskReason(row.reason),
    decision: row.state === 'superseded' ? null : row.state,
    decidedBy: row.decidedBy,
    callBack: names ? row.callBack : null,
    reference: row.reference,
    purpose: row.purpose,
    country: row.country,
    bank: row.bank,
    source: row.source,
    file: row.file,
    row: row.row,
    ...(row.edited !== undefined && { edited: row.edited }),
    checkedBy: row.checkedBy,
    checkId: row.id,
  }
}

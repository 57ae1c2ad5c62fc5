import 'server-only'
import { aboutOurName, ourNewestCheck } from '@/lib/payments/gate/evidence.server'
import type { StoredReportLine } from '@/lib/payments/reports/lines.server'
import { resultOfCode } from '@/lib/payments/reports/results'
import type { ReportReceipt, ReportTotals } from '@/lib/payments/reports/view'
import { type Db, Prisma, type Tx } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { oneOf, select, text } from '@/lib/platform/sql/select.server'
import type { ReportPart } from '@/lib/tables/reports/part'
import type { BankReport, ReportLevel, ReportNote } from '@/lib/tables/reports/report'
import { REPORT_CODE } from '@/lib/tables/reports/values'
import { MATCH_RESULTS } from '@/lib/verifications/outcome'

/** A digest is one JSON value of its report, so its lists are limited. */
const MAX_LEVELS = 500
const MAX_FLAGGED = 10_000

/** What is stored of a report in `payment_reports.summary`, apart from its lines. */
export type ReportDigest = {
  /** the indexes of its documents in the file; absent: all */
  part?: number[]
  version: string | null
  createdAt: string | null
  messageIds: string[]
  originalMessageIds: string[]
  levels: ReportLevel[]
  legend: string[]
  notes: ReportNote[]
  totals: ReportTotals
  /** lines whose result wasn't that of our own check when they were joined */
  differs: number
  /** positions of final answers that contradict an earlier final answer of the bank */
  changed: number[]
}

const distinct = (values: (string | null)[]): string[] =>
  [...new Set(values.flatMap((value) => value ?? []))].slice(0, MAX_LEVELS)

/** The digest of a report, with the totals of its lines as they were joined. */
export function summaryOf(
  report: BankReport,
  lines: readonly StoredReportLine[],
  { part, changed, differs }: { part: ReportPart; changed: number[]; differs: number },
): ReportDigest {
  const { documents, legend, notes } = report
  const [first] = documents
  return {
    ...(part && { part: [...part] }),
    version: first?.version ?? null,
    createdAt: first?.createdAt ?? null,
    messageIds: distinct(documents.map(({ messageId }) => messageId)),
    originalMessageIds: distinct(documents.map(({ originalMessageId }) => originalMessageId)),
    levels: documents.flatMap(({ levels }) => levels).slice(0, MAX_LEVELS),
    legend,
    notes,
    totals: totalsOf(lines),
    differs,
    changed: changed.slice(0, MAX_FLAGGED),
  }
}

function totalsOf(lines: readonly StoredReportLine[]): ReportTotals {
  const totals = { lines: lines.length, joined: 0, counted: 0, ambiguous: 0, unmatched: 0 }
  const codes = new Map<string, number>()
  for (const { join, code } of lines) {
    totals[join]++
    const key = code === null ? 'none' : REPORT_CODE.test(code) ? code : 'other'
    codes.set(key, (codes.get(key) ?? 0) + 1)
  }
  return { ...totals, codes: Object.fromEntries(codes) }
}

/**
 * SQL: our newest result for a payment line `p` that a report line `l` is about, as of its release; none where the bank
 * answered about the corrected name of a release.
 */
export const OUR_RESULT = Prisma.sql`lateral (
  select newest.match_result
    from uploads u join users w on w.id = u.created_by_id
    left join upload_rows x on x.upload_id = u.id and x.number = p.number
    left join verifications c on c.id = x.verification_id
    left join verifications said on said.id = l.verification_id
    left join payment_releases e on e.id = p.release_id
    cross join lateral (${ourNewestCheck(
      'p',
      Prisma.sql`same.status = 'completed' and ${aboutOurName('p', { said: 'said.name', ours: 'same.name' })}`,
    )}) newest
   where u.id = p.upload_id) ours`

/** How many final results of a report aren't that of our own check, which must exist. Zero for a status report. */
export async function countDiffering(tx: Tx, reportId: string): Promise<number> {
  const rows = await select(
    tx,
    { code: text.or(null), result: oneOf(MATCH_RESULTS).or(null) },
    Prisma.sql`
    select l.code, ours.match_result as result
      from payment_report_lines l
      join payment_reports r on r.id = l.report_id and r.about = 'vop'
      join payment_lines p on p.upload_id = l.upload_id and p.number = l.number
      cross join ${OUR_RESULT}
     where l.report_id = ${reportId}::uuid and l.code <> 'PDNG'`,
  )
  return rows.filter(({ code, result }) => {
    const theirs = resultOfCode(code)
    return theirs !== null && theirs !== result
  }).length
}

/** The response to loading or joining one report. @throws Refusal 404 */
export const receiptOf = (on: Db, id: string, repeated: boolean): Promise<ReportReceipt> =>
  receiptsOf(on, [id], { repeated, runId: null })

/**
 * The response to loading a file that became these reports.
 * @param runId the chosen run: its report is the main one, and the rest is in `others`
 * @throws Refusal 404
 */
export async function receiptsOf(
  on: Db,
  ids: readonly string[],
  { repeated, runId }: { repeated: boolean; runId: string | null },
): Promise<ReportReceipt> {
  const rows = await on.paymentReport.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, uploadId: true, number: true, about: true, summary: true },
  })
  const reports = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const first = reports.find(({ uploadId }) => runId !== null && uploadId === runId) ?? reports[0]
  if (!first) throw notFound()
  const { lines, joined, counted, ambiguous, unmatched } = (first.summary as ReportDigest).totals
  const placeOf = ({ id, uploadId, number }: (typeof rows)[number]) => ({ id, runId: uploadId, number })
  return {
    ...placeOf(first),
    about: first.about as ReportReceipt['about'],
    repeated,
    lines,
    joined,
    counted,
    ambiguous,
    unmatched,
    others: reports.filter((one) => one !== first).map(placeOf),
  }
}

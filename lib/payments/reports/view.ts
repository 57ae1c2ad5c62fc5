import type { PersonView } from '@/lib/platform/person'
import type {
  ReportEntry,
  ReportKind,
  ReportLevel,
  ReportNote,
  ReportTopic,
} from '@/lib/tables/reports/report'
import type { MatchResult } from '@/lib/verifications/outcome'

/**
 * How a report line was joined. `joined`: to exactly one payment line. `counted`: the report doesn't list the payment
 * line, but its counts prove the status. `ambiguous`: several payment lines fit. `unmatched`: none fits.
 */
export const REPORT_JOINS = ['joined', 'counted', 'ambiguous', 'unmatched'] as const
export type ReportJoin = (typeof REPORT_JOINS)[number]

/** How many lines were joined in each way. */
export type ReportTotals = {
  /** the lines that the report lists, and those that its counts prove */
  lines: number
  joined: number
  counted: number
  ambiguous: number
  unmatched: number
  /** lines by code as received; `none`: without a code; `other`: with a text in its place */
  codes: Record<string, number>
}

/** A report in the list. */
export type ReportListItem = ReportTotals & {
  id: string
  /** the ID of its run, which is that of the upload; null: not joined yet */
  runId: string | null
  runName: string | null
  /** 1 to n within the run */
  number: number | null
  kind: ReportKind
  about: ReportTopic
  fileName: string
  bytes: number
  receivedAt: string
  receivedBy: PersonView
  /** lines whose result wasn't that of our own check when the report was joined */
  differs: number
}

/** GET /api/payments/reports */
export type ReportList = { items: ReportListItem[]; nextCursor: string | null }

/** A line of a report; names, IBANs and texts are masked for people who see masked names. */
export type ReportLineView = Omit<ReportEntry, 'document' | 'remittance'> & {
  join: ReportJoin
  /** the number of the payment line, whose values stand where the report has none; null: none was found */
  number: number | null
  /** what the code stands for; null for other codes and for a pending line */
  result: MatchResult | null
  /** the check that the answer became */
  verificationId: string | null
  reviewId: string | null
  /** the result of our own check of the same IBAN and name; null: there is none */
  ours: string | null
  /** its result isn't that of our own check */
  differs: boolean
  /** it contradicts an earlier final answer of the bank, which stays valid */
  changed: boolean
  /** whether the same IBAN and name were checked before; null in reports with a run */
  known: boolean | null
}

/** GET /api/payments/reports/{id} and GET /api/payments/{id}/reports/{n} */
export type ReportView = ReportListItem & {
  /** the MsgIds of the report; `originalMessageIds`: those of the files that it answers */
  messageIds: string[]
  originalMessageIds: string[]
  createdAt: string | null
  /** pain.002.001.10; null for a table */
  version: string | null
  /** names and IBANs are masked for this person */
  masked: boolean
  /** empty for masked roles, to whom it would prove a guess */
  sha256: string
  levels: ReportLevel[]
  /** the texts above the lines, as received: they explain the codes and are never a result */
  legend: string[]
  notes: ReportNote[]
  /** lines that contradict an earlier final answer of the bank */
  changed: number
  /** payment lines of the run that no report answers; null without a run */
  notReported: number | null
  /** lines whose IBAN and name were checked before; null with a run */
  knownNames: number | null
  /** when retention deleted the original */
  purgedAt: string | null
  /** whether this person may join it to a run */
  may: { join: boolean }
  page: { items: ReportLineView[]; nextAfter: number | null }
}

/** The response to POST. `repeated`: the same file was received before, and was not stored again. */
export type ReportReceipt = Omit<ReportTotals, 'codes'> & {
  id: string
  runId: string | null
  number: number | null
  about: ReportTopic
  repeated: boolean
  /** the other reports that the same file became, for other runs or without a run */
  others: { id: string; runId: string | null; number: number | null }[]
}

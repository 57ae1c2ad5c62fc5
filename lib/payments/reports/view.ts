import type { ReportKind, ReportLevel, ReportNote, ReportTopic } from '@/lib/tables/reports/report'
import type { MatchResult } from '@/lib/verifications/outcome'

/**
 * `joined`: to one payment line. `counted`: the report doesn't list the line, its counts prove the status.
 * `ambiguous`: more than one payment line fits. `unmatched`: none fits.
 */
export const REPORT_JOINS = ['joined', 'counted', 'ambiguous', 'unmatched'] as const
export type ReportJoin = (typeof REPORT_JOINS)[number]

/** How many lines were joined in each way. */
export type ReportTotals = {
  /** lines of the report, and lines that the counts prove */
  lines: number
  joined: number
  counted: number
  ambiguous: number
  unmatched: number
  /** lines by code as received; `none`: without a code */
  codes: Record<string, number>
}

/** A report in the list. */
export type ReportListItem = ReportTotals & {
  id: string
  /** its run: ID of the upload; null: not joined yet */
  runId: string | null
  runName: string | null
  /** 1 to n within the run */
  number: number | null
  kind: ReportKind
  about: ReportTopic
  fileName: string
  bytes: number
  receivedAt: string
  receivedBy: { id: string; name: string }
  /** lines whose answer differs from ours, or from what the bank reported earlier */
  differs: number
}

/** GET /api/payments/reports */
export type ReportList = { items: ReportListItem[]; nextCursor: string | null }

/** A line of a report; names, IBANs and texts are masked for people who see masked names. */
export type ReportLineView = {
  /** from 1, in the order of the report */
  position: number
  join: ReportJoin
  /** the payment line of the run */
  number: number | null
  /** as received, or what the counts prove */
  code: string | null
  reasonCode: string | null
  /** the texts of the line as received */
  texts: string[]
  /** the name that was read from them; at `no_match` it is never adopted */
  bankName: string | null
  /** what the code says; null for other codes and for a pending line */
  result: MatchResult | null
  messageId: string | null
  batchId: string | null
  endToEndId: string | null
  instructionId: string | null
  uetr: string | null
  /** from the report, else from the payment line */
  iban: string | null
  name: string | null
  amount: string | null
  currency: string | null
  /** the check that it became */
  verificationId: string | null
  reviewId: string | null
  /** the result of our own check of the same IBAN and name: an outcome of lib/verifications/outcome.ts, or null */
  ours: string | null
  /** it says something else than our check */
  differs: boolean
  /** a final answer that differs from an earlier final answer of the bank, which stays */
  changed: boolean
  /** earlier checks of the same IBAN and name: only in reports without a run; null elsewhere */
  known: boolean | null
}

/** GET /api/payments/reports/{id} and GET /api/payments/{id}/reports/{n} */
export type ReportView = ReportListItem & {
  /** MsgId of the report, and of the files that it answers */
  messageIds: string[]
  originalMessageIds: string[]
  createdAt: string | null
  /** pain.002.001.10; null for a table */
  version: string | null
  /** names and IBANs are masked for this person */
  masked: boolean
  sha256: string
  levels: ReportLevel[]
  /** texts above the lines, as received: what the codes mean, never results */
  legend: string[]
  notes: ReportNote[]
  /** lines whose answer differs from an earlier final answer of the bank */
  changed: number
  /** payment lines of the run that no report answers; null without a run */
  notReported: number | null
  /** lines whose IBAN and name are known from history; null with a run */
  knownNames: number | null
  /** when retention deleted the original */
  purgedAt: string | null
  /** the person may join it to a run, or load another */
  may: { join: boolean }
  page: { items: ReportLineView[]; nextAfter: number | null }
}

/** 201 of POST: `repeated` means that the same file was received before; nothing was stored again. */
export type ReportReceipt = {
  id: string
  runId: string | null
  number: number | null
  about: ReportTopic
  repeated: boolean
  lines: number
  joined: number
  counted: number
  ambiguous: number
  unmatched: number
  /** reports of the same file for other runs, or without a run */
  others: { id: string; runId: string | null; number: number | null }[]
}

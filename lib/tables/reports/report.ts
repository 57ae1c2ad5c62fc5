export const REPORT_KINDS = ['pain002', 'table'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
/** `vop`: the results of a beneficiary name check. `status`: an ordinary payment status report, without any. */
export const REPORT_TOPICS = ['vop', 'status'] as const
export type ReportTopic = (typeof REPORT_TOPICS)[number]

/** The codes of answers: match, close match, no match, not applicable, pending. A report can also have other codes. */
export const REPORT_CODES = ['RCVC', 'RVMC', 'RVNM', 'RVNA', 'PDNG'] as const

/** The codes that only reports about names have, also for a level; PDNG occurs in both kinds. */
export const NAME_CODES = ['RCVC', 'RVMC', 'RVCM', 'RVNM', 'RVNA', 'RVNC']

/** How often a status occurs, as the report declares it. */
type ReportCount = { code: string; lines: number; sum: string | null }
/** A level above the lines: the group (`batchId` null) or a PmtInf. Its code is never the result of a line. */
export type ReportLevel = {
  /** MsgId of the file that it answers */
  messageId: string | null
  batchId: string | null
  code: string | null
  /** the declared number of lines, and their sum */
  lines: number | null
  sum: string | null
  counts: ReportCount[]
}

/** What could not be read, or only in part. The codes are stable; `notes` of messages/…/reports.json explains them. */
export const REPORT_NOTES = [
  /** the file ends too early, or is damaged from there on */
  'cut_short',
  /** a file of the ZIP isn't a report, or can't be read */
  'entry_unreadable',
  /** the counts declare other numbers than the lines */
  'count_differs',
  /** a text of more than 64 KB was shortened */
  'text_too_long',
  /** a row of a table has none of the codes, or contradictory ones */
  'row_unreadable',
] as const
type ReportNoteCode = (typeof REPORT_NOTES)[number]
/** The most notes of a report. */
export const MAX_NOTES = 100
export type ReportNote = {
  code: ReportNoteCode
  /** the file within a ZIP */
  file?: string
  /** the line in the file; with `element` where there is one */
  line?: number
  element?: string
  /** what the report declares, and what it lists */
  declared?: number
  found?: number
}

/** A line of a report, with its texts as received. */
export type ReportEntry = {
  /** from 1, in the order of the report */
  position: number
  /** the index of its document in the file, from 0; each document answers one payment file */
  document: number
  code: string | null
  reasonCode: string | null
  texts: string[]
  /** the bank's name, as read from the texts */
  bankName: string | null
  /** MsgId of the file that it answers */
  messageId: string | null
  batchId: string | null
  endToEndId: string | null
  instructionId: string | null
  uetr: string | null
  iban: string | null
  name: string | null
  /** an exact decimal */
  amount: string | null
  currency: string | null
  remittance: string | null
}

/** One document of a file: a group with its levels and lines. `complete`: no error cut it short. */
export type ReportDocument = {
  about: ReportTopic
  messageId: string | null
  originalMessageId: string | null
  createdAt: string | null
  version: string | null
  levels: ReportLevel[]
  complete: boolean
}

/** A document without any value. */
export const emptyDocument = (about: ReportTopic): ReportDocument => ({
  about,
  messageId: null,
  originalMessageId: null,
  createdAt: null,
  version: null,
  levels: [],
  complete: true,
})

/** A line without any value. */
export const emptyEntry = (): ReportEntry => ({
  position: 0,
  document: 0,
  code: null,
  reasonCode: null,
  texts: [],
  bankName: null,
  messageId: null,
  batchId: null,
  endToEndId: null,
  instructionId: null,
  uetr: null,
  iban: null,
  name: null,
  amount: null,
  currency: null,
  remittance: null,
})

/** A bank report as read, with its documents in the order of the file. */
export type BankReport = {
  kind: ReportKind
  /** about names if any document is */
  about: ReportTopic
  documents: ReportDocument[]
  /** the texts above the lines: they explain the codes and are never a result */
  legend: string[]
  notes: ReportNote[]
  lines: ReportEntry[]
}

/** Why a file can't be read as a report. */
export type ReportProblem = {
  problem:
    | 'file_empty'
    | 'file_too_large'
    | 'encoding_undetermined'
    | 'report_not_found'
    | 'report_broken'
    | 'report_doctype'
    | 'report_too_deep'
    | 'report_zip'
    | 'too_many_rows'
    | 'file_unpacks_too_large'
    | 'table_codes_missing'
    | 'table_accounts_missing'
  line?: number
  element?: string
}

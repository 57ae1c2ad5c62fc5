import type { Gate, GateReason, LineGate, PaymentPolicy } from '@/lib/payments/gate/gate'
import type { ProfileSettings } from '@/lib/payments/profiles/schema'
import type { PersonView } from '@/lib/platform/person'
import type { Restore } from '@/lib/platform/restores.server'
import type { CurrencySums } from '@/lib/tables/money/decimal'
import type { FilePayment, WholeReason } from '@/lib/tables/payments/line'
import type { ReportEntry, ReportKind, ReportTopic } from '@/lib/tables/reports/report'
import type { FilePlace } from '@/lib/tables/xml/place'

/** The most lines that one request may name. */
export const MAX_NAMED_LINES = 1_000

export const RUN_KINDS = ['pain001', 'table'] as const
export type RunKind = (typeof RUN_KINDS)[number]
/** `reading`: the worker hasn't read the lines from the stored file yet. `unreadable`: it can't read them. */
export const RUN_STATES = ['reading', 'ready', 'unreadable'] as const
export type PaymentRunState = (typeof RUN_STATES)[number]

/** A number of lines, and their sums as exact decimals by currency. */
export type GateTotals = { lines: number; sums: CurrencySums }
export type GateSums = Record<LineGate, GateTotals>

/** Results that only the payee's bank can give, so it takes part in the scheme, whatever the register says. */
export const ANSWERED_RESULTS: readonly (string | null)[] = ['match', 'close_match', 'no_match']

/** Whether the register loaded at that time lists a bank. A bank that isn't listed may still take part. */
export type RegisterAnswer = { listed: boolean; loadedAt: string }

/** A run in the list. */
export type RunSummary = {
  /** ID of its upload */
  id: string
  fileName: string
  title: string | null
  kind: RunKind
  state: PaymentRunState
  createdAt: string
  createdBy: PersonView
  lines: number
  gates: GateSums
  /** debtor accounts; masked for people who see masked names */
  debtors: { iban: string | null; name: string | null; bic: string | null }[]
  /** execution dates, ascending: `2026-03-31` */
  dueDates: string[]
  releases: number
  reports: number
}

/** A page of GET /api/payments. */
export type RunPage = { items: RunSummary[]; nextCursor: string | null }

/** What lines can be searched by, apart from gate and reason. */
export const ONLY_LINES = ['differs', 'past_due', 'undated', 'cut'] as const
export type OnlyLines = (typeof ONLY_LINES)[number]

/** The files of a release: the one to sign, the one with the rest, and what they are. */
export const RELEASE_PARTS = ['released', 'held', 'manifest'] as const
export type ReleasePart = (typeof RELEASE_PARTS)[number]

export type ReleaseFileView = {
  part: ReleasePart
  fileName: string
  bytes: number
  /** empty for masked roles, to whom it would prove a guess */
  sha256: string
  downloadedAt: string | null
}

export type ReleaseView = {
  number: number
  releasedAt: string
  releasedBy: PersonView
  messageId: string | null
  heldMessageId: string | null
  lines: number
  sums: CurrencySums
  heldLines: number
  heldSums: CurrencySums
  /** the policy when it was made; null: it was made before Accord recorded that */
  policy: PaymentPolicy | null
  /** the longest name, in characters, that was allowed when it was made; null as for `policy` */
  nameCap: number | null
  /** how many corrected names were cut at `nameCap`; null as for `policy` */
  cutNames: number | null
  /** released + held + released earlier − original, by currency: all zero unless a sum is wrong */
  difference: CurrencySums
  withdrawnAt: string | null
  withdrawnBy: PersonView | null
  /** until when the release can be withdrawn; null once it was, or one of its files downloaded */
  withdrawableUntil: string | null
  heldNotSentAt: string | null
  heldNotSentBy: PersonView | null
  /** the files that retention has not deleted */
  files: ReleaseFileView[]
}

/** A bank report in the page of its run. */
export type ReportSummary = {
  id: string
  number: number | null
  kind: ReportKind
  about: ReportTopic
  fileName: string
  receivedAt: string
  receivedBy: PersonView
  lines: number
  joined: number
  ambiguous: number
  unmatched: number
  /** lines whose answer differs from ours */
  differs: number
}

/** How much of what was released had been checked, and why the other lines were not. */
export type Coverage = {
  released: GateTotals
  checked: GateTotals
  reasons: { reason: GateReason; lines: number; sums: CurrencySums }[]
}

/** What the profile of the debtor's bank says about its channels, and its advice by topic. */
export type BankAdvice = Pick<ProfileSettings, 'channelWithVop' | 'channelWithoutVop' | 'byDefault'> &
  ProfileSettings['advice'] & { bank: string }

export type RunView = RunSummary & {
  problem: string | null
  /** where reading the file failed: line, element, and value, masked where it may be a name or an IBAN */
  problemPlace: FilePlace | null
  /** why its file can't be split; null: it can */
  whole: WholeReason | null
  version: string | null
  messageId: string | null
  /** the sums and counts of the whole file */
  original: GateTotals
  /** when the gates were last computed; null: not yet */
  gatedAt: string | null
  /** lines whose execution date has passed */
  pastDue: number
  /** lines of a payment file whose execution date is missing or isn't in the calendar */
  undated: number
  /** restores of a backup that lost releases in which these payments may have left */
  restores: Restore[]
  /** lines without an answer whose bank isn't in the register loaded at that time; null: no register is loaded */
  notInRegister: { lines: number; loadedAt: string } | null
  /** the most characters of a name that all of the payer's banks accept, by their profiles */
  nameCap: number
  /** what this person may do; `why`: the reason why they can't release */
  may: {
    release: boolean
    confirm: boolean
    report: boolean
    why: 'own_run' | 'not_reviewer' | 'masked' | null
  }
  releasesMade: ReleaseView[]
  reportsReceived: ReportSummary[]
  coverage: Coverage
  /** null: the bank has no profile, or the file has several debtor banks */
  advice: BankAdvice | null
}

export type BankAnswer = Pick<ReportEntry, 'code' | 'reasonCode' | 'texts' | 'bankName'> & {
  reportId: string
  /** its result isn't that of our own check */
  differs: boolean
}

/** A line of a run; name, IBAN and debtor are masked for people who see masked names. */
export type LineView = Omit<FilePayment, 'batch' | 'debtorBic' | 'debtorName' | 'otherAccount'> & {
  gate: LineGate
  /** the gate apart from any release */
  evidence: Gate
  reason: GateReason
  /** the name in the answer to our own check, if this person may open that check */
  bankName: string | null
  /** the name that a corrected line gets in the released file */
  correctedName: string | null
  verificationId: string | null
  reviewId: string | null
  /** the outcome of our own check, from lib/verifications/outcome.ts; null: there is none */
  result: string | null
  bank: BankAnswer | null
  /** the number of its release; null: it is not released */
  release: number | null
  /** null: the bank answered our check, the bank's BIC is unknown, or no register is loaded */
  register: RegisterAnswer | null
}

/** A page of lines. The next page begins after the line number `nextCursor`. `total` counts the lines of all pages. */
export type LinePage = { items: LineView[]; nextCursor: number | null; total: number }

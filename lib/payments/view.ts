import type { Gate, GateReason, LineGate } from '@/lib/payments/gate/gate'
import type { ProfileSettings } from '@/lib/payments/profiles/schema'
import type { CurrencySums } from '@/lib/tables/money/decimal'
import type { AccountKind } from '@/lib/tables/payments/line'
import type { FilePlace } from '@/lib/tables/xml/place'

/** The most lines that one request may name. */
export const MAX_NAMED_LINES = 1_000

export const RUN_KINDS = ['pain001', 'table'] as const
export type RunKind = (typeof RUN_KINDS)[number]
/** `reading`: the worker reads its lines from the stored file. */
export const RUN_STATES = ['reading', 'ready', 'unreadable'] as const
export type PaymentRunState = (typeof RUN_STATES)[number]

/** Lines and money behind a gate. */
export type GateTotals = { lines: number; sums: CurrencySums }
export type GateSums = Record<LineGate, GateTotals>

/** Results that a payee's bank gave: it takes part, whatever the register says. */
export const ANSWERED: readonly (string | null)[] = ['match', 'close_match', 'no_match']

/** Whether the register of participants that was loaded then lists a bank. One that isn't listed may still take part. */
export type RegisterAnswer = { listed: boolean; loadedAt: string }

type Person = { id: string; name: string }

/** A run in the list. */
export type RunSummary = {
  /** ID of its upload */
  id: string
  fileName: string
  title: string | null
  kind: RunKind
  state: PaymentRunState
  createdAt: string
  createdBy: Person
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

export type FileOfRelease = {
  part: 'released' | 'held' | 'manifest'
  fileName: string
  bytes: number
  sha256: string
  downloadedAt: string | null
}

export type ReleaseView = {
  number: number
  releasedAt: string
  releasedBy: Person
  messageId: string | null
  heldMessageId: string | null
  lines: number
  sums: CurrencySums
  heldLines: number
  heldSums: CurrencySums
  /** released + held + left earlier − original, by currency: all zero */
  difference: CurrencySums
  withdrawnAt: string | null
  withdrawnBy: Person | null
  /** until when it may be withdrawn; null when it can't any more */
  withdrawableUntil: string | null
  heldNotSentAt: string | null
  heldNotSentBy: Person | null
  /** without those that retention deleted */
  files: FileOfRelease[]
}

/** A report of the bank in a run's page. */
export type ReportSummary = {
  id: string
  number: number | null
  kind: 'pain002' | 'table'
  about: 'vop' | 'status'
  fileName: string
  receivedAt: string
  receivedBy: Person
  lines: number
  joined: number
  ambiguous: number
  unmatched: number
  /** lines whose answer differs from ours */
  differs: number
}

/** Share of released lines and money that had a fresh check, and what kept the rest out. */
export type Coverage = {
  released: GateTotals
  checked: GateTotals
  reasons: { reason: GateReason; lines: number; sums: CurrencySums }[]
}

/** What the profile of the debtor's bank says about its channels. */
export type BankAdvice = Pick<ProfileSettings, 'channelWithVop' | 'channelWithoutVop' | 'byDefault'> & {
  bank: string
  /** about files of one line */
  oneLine: string | null
}

export type RunView = RunSummary & {
  problem: string | null
  /** where its file can't be read: line, element, and the value there, masked where it may be a name or an IBAN */
  problemPlace: FilePlace | null
  /** why its file can't be split */
  whole: 'signature' | null
  version: string | null
  messageId: string | null
  /** the sums and counts of the whole file */
  original: GateTotals
  /** when the gates were last computed; null: not yet */
  gatedAt: string | null
  /** lines whose execution date has passed */
  pastDue: number
  /** lines without an answer at a bank that the register loaded then doesn't list; null: none was loaded */
  notInRegister: { lines: number; loadedAt: string } | null
  /** the longest name that the payer's banks take, as far as their profiles say */
  nameCap: number
  /** the page may offer these acts to this person */
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

export type BankAnswer = {
  /** RCVC | RVMC | RVNM | RVNA | PDNG or as received */
  code: string | null
  reasonCode: string | null
  texts: string[]
  bankName: string | null
  reportId: string
  /** it says something else than our check */
  differs: boolean
}

/** A line of a run; name, IBAN and debtor are masked for people who see masked names. */
export type LineView = {
  number: number
  name: string | null
  iban: string | null
  account: AccountKind
  amount: string | null
  currency: string | null
  dueOn: string | null
  batchId: string | null
  debtorIban: string | null
  endToEndId: string | null
  instructionId: string | null
  uetr: string | null
  remittance: string | null
  ultimateCreditor: string | null
  gate: LineGate
  /** the gate without its release */
  evidence: Gate
  reason: GateReason
  /** the name that the bank gave in the answer to our check, if this person may open it */
  bankName: string | null
  /** the name that leaves in a corrected line */
  correctedName: string | null
  verificationId: string | null
  reviewId: string | null
  /** our result: an outcome of lib/verifications/outcome.ts, or null */
  result: string | null
  bank: BankAnswer | null
  /** the release in which it left */
  release: number | null
  /** null: the bank answered our check, its BIC isn't known, or no register was loaded */
  register: RegisterAnswer | null
}

/** A page of lines; `nextCursor` is the number after which the next page begins. `total`: of all pages. */
export type LinePage = { items: LineView[]; nextCursor: number | null; total: number }

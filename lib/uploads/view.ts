import type { EnvironmentName } from '@/lib/http/paths'
import type { NameComparison } from '@/lib/names/compare'
import type { PersonView } from '@/lib/platform/person'
import type { Restore } from '@/lib/platform/restores.server'
import type { StoredReviewState } from '@/lib/reviews/policy'
import type { ComparisonView } from '@/lib/uploads/comparison/comparison'
import type { Counts } from '@/lib/uploads/counts'
import type { KnownOffer } from '@/lib/uploads/known/known'
import type { Outcome } from '@/lib/verifications/outcome'
import type { AttemptState } from '@/lib/verifications/view'

/** `comparing`: with its file; nothing is sent before. */
export const UPLOAD_STATES = ['comparing', 'waiting', 'processing', 'paused', 'completed', 'stopped'] as const
export type UploadStatus = (typeof UPLOAD_STATES)[number]
export type UploadAction = 'pause' | 'resume' | 'stop'
export const PAUSE_REASONS = ['user', 'credits', 'credentials', 'unknown', 'approval', 'known'] as const
type PauseReason = (typeof PAUSE_REASONS)[number]
export type BulkStatus =
  | 'waiting'
  | 'sending'
  | 'accepted'
  | 'processing'
  | 'completed'
  | 'rejected'
  | 'unknown'
  | 'stopped'

/** One batch on the screen ("batch 2 of 3"). Sizes and answers are verifications. */
export type BulkProgress = {
  number: number
  size: number
  status: BulkStatus
  answered: number
  /**
   * why results are withheld: `indexes` (not exactly 0 to n − 1), `ids` (that of a check of another IBAN or name) or
   * `total_items` (another number than was sent); or why there are none: MISSING_UPSTREAM
   */
  withheld: string | null
  /** last time anything changed */
  lastMovementAt: string | null
  /** when an unsent batch is retried */
  nextTryAt: string | null
}

/** What changes while an upload runs. Counts are rows of the file and add up to `total`. */
export type UploadProgress = {
  id: string
  /** grows with every visible change */
  version: number
  status: UploadStatus
  pauseReason: PauseReason | null
  counts: Counts
  total: number
  notSent: number
  fileRows: number
  finishedAt: string | null
  bulks: BulkProgress[]
}

/** The upload as `GET /api/uploads/{id}` returns it; `BulkProgress` with the fields that only its page needs. */
export type UploadView = Omit<UploadProgress, 'bulks'> & {
  environment: EnvironmentName
  fileName: string
  title: string | null
  /** the upload whose unsent rows this one corrects */
  completes: string | null
  /** the uploads whose files correct rows of this one, oldest first: those that this person may see */
  completedBy: string[]
  /** the upload whose rows this one retries */
  retries: string | null
  /** it has a payment run */
  payments: boolean
  /** the result of the comparison with its file; null until then */
  comparison: ComparisonView | null
  /** the approval request; null when the upload is within the limits */
  approval: ApprovalView | null
  /** pairs with a recent match in checks that the sender may open; null when there are none */
  known: KnownOffer | null
  /** what can be retried; empty until the upload is over */
  retry: Retry
  createdBy: PersonView
  createdAt: string
  /** when the first batch was accepted */
  startedAt: string | null
  /** credits spent so far, by our own ledger */
  credits: number
  /** verifications: distinct pairs */
  verifications: number
  /** whether the original file is still stored */
  original: boolean
  /** open reviews of this upload, whatever the bank answered */
  toReview: number
  /** rows in the file to correct */
  toFix: number
  /** since when each try to send a batch has failed, or requests are stopped because others do; null otherwise */
  failingSince: string | null
  /** since when the bank service doesn't answer, so that a batch waits untried; null otherwise */
  unansweredSince: string | null
  /** while it is paused: the last restore of a backup, if the upload is older, because batches may have been sent since */
  restore: Restore | null
  /**
   * rows whose bank's name was adopted, and beside them the rows whose review isn't approved; `edited`: those of the
   * former that were edited before sending, which the corrected file leaves alone; `cut`: rows of a file that pays whose
   * name its corrected file cuts, and the numbers of the first ten; `nameCap`: where it cuts names, in characters, by the
   * profile of the payer's bank or by default; null: nowhere
   */
  corrections: {
    corrected: number
    edited: number
    notApproved: number
    cut: number
    cutRows: number[]
    nameCap: { characters: number; fromProfile: boolean } | null
  }
  /** French rows that still wait for the bank's BIC and name: being read, paused, or switched off */
  enrichment: 'running' | 'paused' | 'off' | null
  /** the server's clock, for relative times such as "2 s ago" */
  now: string
  bulks: BulkView[]
}

/** Why a bulk has no results: the provider accepted it and no longer finds it. */
export const MISSING_UPSTREAM = 'missing_upstream'

/** A bulk without progress for this long is shown as stalled; polling continues. */
export const STALLED_AFTER_MS = 10 * 60_000

export type BulkView = BulkProgress & {
  id: string
  upstreamId: string | null
  acceptedAt: string | null
  completedAt: string | null
  /** counters as the provider last reported them */
  reported: ReportedCounts | null
  attempt: {
    id: string
    state: AttemptState
    number: number
    httpStatus: number | null
    code: string | null
    /** why the provider refused it, in its own code */
    upstreamCode: string | null
  } | null
}

/** One line of `GET /api/uploads`. */
export type UploadItem = Omit<UploadProgress, 'bulks'> & {
  fileName: string
  /** SHA-256 of the original file, to detect the same file again; empty for masked roles, to whom it would prove a guess */
  fileHash: string
  title: string | null
  createdBy: PersonView
  createdAt: string
  bulkCount: number
}
export type UploadListPage = { items: UploadItem[]; nextCursor: string | null }

/** One row of the file with its result; names and IBANs masked for people who may not read them. */
export type UploadRowView = {
  /** 1 = first data row */
  row: number
  verificationId: string | null
  /** null for a row that was never sent: its IBAN is in the original file only */
  iban: string | null
  name: string | null
  reference: string | null
  bankName: string | null
  result: Outcome
  matchedName: string | null
  statusReason: string | null
  unrecognised: string | null
  comparison: NameComparison | null
  /** IBAN or name differ from the file; as declared until the upload is compared */
  edited: boolean
  /** why a row was not sent */
  notSentCode: string | null
  /** the earlier check that answers it, or could */
  known: { id: string; checkedAt: string } | null
  review: { id: string; state: StoredReviewState } | null
  answeredAt: string | null
  masked: boolean
}

/** Filters that select rows of one kind. */
export const ONLY = ['known', 'edited'] as const
export type OnlyRows = (typeof ONLY)[number]

export type UploadRowPage = { items: UploadRowView[]; nextCursor: string | null; total: number }

/** Why an upload needs a second person. */
export const APPROVAL_CAUSES = ['upload', 'personDay', 'names'] as const
export type ApprovalCause = (typeof APPROVAL_CAUSES)[number]

/** The approval request of an upload, and the decision. */
export type ApprovalView = {
  causes: ApprovalCause[]
  /** the cost if everything is sent */
  credits: number
  askedAt: string
  decision: 'approved' | 'declined' | null
  by: PersonView | null
  at: string | null
  /** why it was declined; null for masked roles, because it may hold a name */
  reason: string | null
}

/** Counters as the provider reported them; null where they are not numbers. */
export type ReportedCounts = {
  status: string
  total: number | null
  completed: number | null
  failed: number | null
  rejected: number | null
  inProgress: number | null
}

/** What can be retried in a finished upload: rows of the file, and checks to pay. */
export type Retry = {
  rows: number
  credits: number
  /** uploads that retried rows of this one */
  runs: string[]
}

/** The name that a person gave to an upload; null if it is the default, the beginning of the file name. */
export const givenTitle = ({ title, fileName }: { title: string | null; fileName: string }): string | null =>
  title && !fileName.startsWith(title) ? title : null

import type { Asked } from '../office/analyst'
import type { LedgerLine } from '../provider/ledger'

export type AttemptRow = {
  id: string
  verificationId: string | null
  bulkId: string | null
  number: number
  state: string
  upstreamId: string | null
  payloadSha256: string | null
  claimedAt: number | null
  sendDeadline: number | null
  endedAt: number | null
  errorClass: string | null
}

export type VerificationRow = {
  id: string
  iban: string
  name: string
  source: string
  status: string
  matchResult: string | null
  matchedName: string | null
  statusReason: string | null
  upstreamId: string | null
  bulkId: string | null
  itemIndex: number | null
  problemCode: string | null
  /** the answer as received, decrypted */
  raw: { status?: unknown; match_result?: unknown } | null
}

export type BulkRow = {
  id: string
  uploadId: string
  number: number
  size: number
  state: string
  upstreamId: string | null
  answered: number
}

export type UploadRow = {
  id: string
  fileHash: string
  state: string
  pauseReason: string | null
  fileRows: number
  total: number
  notSent: number
  counts: Record<string, number>
}

export type FileRow = {
  uploadId: string
  number: number
  verificationId: string | null
  notSentCode: string | null
}

/** A death at a named place, alone in a quiet office: what must be left is known exactly. */
export type Directed = { failpoint: string; asked: Asked; billed: number; state: 'accepted' | 'unknown' }

/** Everything that the checker compares, gathered when all is quiet. Nothing of it was asked of the product itself. */
export type Evidence = {
  ledger: LedgerLine[]
  asked: Asked[]
  attempts: AttemptRow[]
  verifications: VerificationRow[]
  bulks: BulkRow[]
  uploads: UploadRow[]
  fileRows: FileRow[]
  audit: AuditEntryRow[]
  auditHead: { seq: number; hash: string }
  /** decisions about doubts that stand */
  resolutions: { attemptId: string; kind: string; proposedById: string; confirmedById: string | null }[]
  credits: { attemptId: string | null; amount: number }[]
  /** when single checks reached the provider */
  singles: number[]
  /** attempts in doubt as the reviewers' desk lists them */
  listed: string[]
  /** names of log files and what they hold that nobody may log */
  leaks: string[]
  /** how long an attempt stayed in sending after its deadline while a worker could have seen to it, seconds at most */
  longestOverdue: number
  /** what had not come to rest when the time was up */
  restless: string[]
  directed: Directed[]
}

/** A broken promise: which invariant and what was seen. */
export type Violation = { invariant: string; what: string }

export type AuditEntryRow = {
  seq: number
  action: string
  objectId: string | null
  details: Record<string, unknown>
  prevHash: string
  hash: string
  /** what the hash must be, computed again with the key */
  expected: string
}

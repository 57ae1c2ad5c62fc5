import type { SentRequest } from '../office/analyst'
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
  /** the decrypted response */
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

/** A release with the IBANs of its two files. */
export type ReleaseRow = {
  id: string
  uploadId: string
  number: number
  withdrawn: boolean
  /** the lines that refer to this release */
  lines: number
  released: string[]
  held: string[]
}

export type FileRow = {
  uploadId: string
  number: number
  verificationId: string | null
  notSentCode: string | null
}

/** A crash at a failpoint without other load, with the state that it must leave. */
export type FailpointCrash = {
  failpoint: string
  request: SentRequest
  billed: number
  state: 'accepted' | 'unknown'
}

/** Everything that the checker compares, collected after all work has ended. */
export type Evidence = {
  ledger: LedgerLine[]
  requests: SentRequest[]
  attempts: AttemptRow[]
  verifications: VerificationRow[]
  bulks: BulkRow[]
  uploads: UploadRow[]
  fileRows: FileRow[]
  releases: ReleaseRow[]
  audit: AuditEntryRow[]
  auditHead: { seq: number; hash: string }
  /** current decisions about unknown outcomes */
  resolutions: { attemptId: string; kind: string; proposedById: string; confirmedById: string | null }[]
  credits: { attemptId: string | null; amount: number }[]
  /** when single checks reached the provider */
  singleCheckTimes: number[]
  /** unknown attempts on the reviewers' page */
  listedAttempts: string[]
  /** log files that contain secrets */
  leaks: string[]
  /** seconds that an attempt stayed in sending after its deadline while a worker was running, at most */
  longestOverdue: number
  /** work that had not ended at the timeout */
  unfinished: string[]
  crashes: FailpointCrash[]
}

/** A violated invariant and the observation. */
export type Violation = { invariant: string; what: string }

export type AuditEntryRow = {
  seq: number
  action: string
  objectId: string | null
  details: Record<string, unknown>
  prevHash: string
  hash: string
  /** the expected hash, computed again with the key */
  expected: string
}

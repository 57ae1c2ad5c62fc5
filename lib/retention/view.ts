import type { Restore } from '@/lib/platform/restores.server'
import type { Periods } from './periods'
import type { SubjectKind } from './subject'

/** Counts by class. `checks` lose IBAN and names, `originals` are deleted, `uploads` lose file name and rows. */
export type PurgeCounts = { checks: number; originals: number; uploads: number; documents: number }
export const NO_COUNTS: PurgeCounts = { checks: 0, originals: 0, uploads: 0, documents: 0 }

/** What the long period covers: requests to the provider, ledger lines, audit entries. */
export type RecordCounts = { requests: number; credits: number; entries: number }
export type NightCounts = PurgeCounts & RecordCounts
export const NO_NIGHT: NightCounts = { ...NO_COUNTS, requests: 0, credits: 0, entries: 0 }

/**
 * The start of the nightly run that deletes an original file, ISO 8601. `open`: it is kept for as long as its payment run
 * is open.
 */
export type FileDeletion = { at: string; open: boolean }

/** The classes of data with a period, in the order of the preview. */
export const CLASSES = ['checks', 'originals', 'requests', 'credits', 'entries'] as const
export type DueCounts = Record<(typeof CLASSES)[number], number>
/** The number that somebody who shortens a period has to type. */
export const totalRecords = (due: DueCounts): number => CLASSES.reduce((sum, each) => sum + due[each], 0)

/** What periods would remove tonight and by the run 30 days later; `held` stays because of legal holds. */
export type Effect = {
  /** the day in TIME_ZONE of tonight's run */
  day: string
  tonight: DueCounts
  later: DueCounts
  held: DueCounts
  /** what was created before these days is removed tonight */
  checksBefore: string
  recordsBefore: string
}

export type Run = {
  day: string
  startedAt: string
  /** null: in progress */
  finishedAt: string | null
  purged: NightCounts
}

/** The last cut of the audit log; `whole`: the last verification found the entries after it intact. */
export type CutView = { before: string; at: string; whole: boolean }

export type Hold = {
  id: string
  on: 'upload' | 'verification' | 'subject'
  /** ID of the upload or the check */
  objectId: string | null
  fileName: string | null
  subject: { kind: SubjectKind; value: string } | null
  reason: string
  placedBy: string
  placedAt: string
}

/** What GET /api/admin/retention answers. */
export type RetentionView = {
  periods: Periods
  effect: Effect
  lastRun: Run | null
  cut: CutView | null
  holds: Hold[]
  restore: Restore | null
  hour: number
}

/** Where a subject occurs, as counts. `waiting` checks are in progress and are erased when they are answered. */
export type SubjectHits = {
  checks: number
  held: number
  waiting: number
  reviews: number
  uploads: number
  originals: number
  documents: number
  /** lines of payment runs that pay the subject, or are paid by it */
  payments: number
  /** files of releases with such a line, or with a check */
  releaseFiles: number
  /** bank reports that name the subject, or answer a run with such a line */
  reports: number
  oldest: string | null
  newest: string | null
}

/**
 * `resumable`: a legal hold stopped it, and no hold stops it now. `nameless`: it must be repeated after a restore, and
 * its digest matches nothing that was restored. `closed`: an admin gave up on a nameless one.
 */
export type ErasureState = 'requested' | 'refused' | 'erased' | 'partly' | 'resumable' | 'nameless' | 'closed'
export type ErasureView = {
  id: string
  kind: SubjectKind
  /** null when it was erased; masked for people who may not read it */
  value: string | null
  state: ErasureState
  reason: string
  requestedBy: { id: string; name: string | null }
  requestedAt: string
  answeredBy: { id: string; name: string | null } | null
  answeredAt: string | null
  closed: { by: string | null; at: string; reason: string } | null
  erased: PurgeCounts
  /** what it would remove, while it waits for the second person */
  hits: SubjectHits | null
}

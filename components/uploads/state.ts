import type { Translate } from '@/lib/platform/language/keys'
import { answeredOf, type CountedResult, type Counts, RESULTS } from '@/lib/uploads/counts'
import type { BulkProgress, UploadItem, UploadStatus, UploadView } from '@/lib/uploads/view'
import { MATCH_RESULTS, type Outcome } from '@/lib/verifications/outcome'
import { isUploadOpen, percentOf } from './percent'

export type UploadState =
  | UploadStatus
  | 'approval'
  | 'known'
  | 'accepted'
  | 'completed_failed'
  | 'completed_unknown'

type UploadFacts = Pick<UploadItem, 'status' | 'counts'> &
  Partial<Pick<UploadItem, 'pauseReason'>> & { bulks?: BulkProgress[] }

/** The state of an upload on screen: more detailed than its status where something failed, or has not started. */
export function stateOf({ status, pauseReason, counts, bulks }: UploadFacts): UploadState {
  if (status === 'paused' && (pauseReason === 'approval' || pauseReason === 'known')) return pauseReason
  if (status === 'completed' && counts.unknown > 0) return 'completed_unknown'
  if (status === 'completed' && counts.failed > 0) return 'completed_failed'
  const begun = bulks?.some((bulk) => bulk.answered > 0 || bulk.status === 'processing') ?? true
  if (status === 'processing' && !begun && bulks?.some((bulk) => bulk.status === 'accepted'))
    return 'accepted'
  return status
}

const SENT: BulkProgress['status'][] = ['sending', 'accepted', 'processing']
export const isInFlight = (bulk: BulkProgress): boolean => SENT.includes(bulk.status)
export const isUnsent = (bulk: BulkProgress): boolean => bulk.status === 'waiting'

/** Rows that were not sent to the service yet. */
export function unsentRows({ bulks, counts }: Pick<UploadView, 'bulks' | 'counts'>): number {
  // while nothing is in progress the waiting rows are known exactly; otherwise count those of the unsent batches
  if (!bulks.some(isInFlight)) return counts.waiting
  return bulks.filter(isUnsent).reduce((sum, { size }) => sum + size, 0)
}

/** The tiles: always the same seven, and an eighth only while an outcome is unknown. */
export const tilesOf = (counts: Counts, chosen: readonly Outcome[] = []): CountedResult[] =>
  RESULTS.filter((result) => result !== 'unknown' || counts.unknown > 0 || chosen.includes('unknown'))

const ALWAYS: CountedResult[] = [...MATCH_RESULTS, 'failed']

/** The number columns of the list: rarer results only where an upload has them, so that the numbers add up. */
export const numbersOf = (items: Pick<UploadItem, 'counts'>[]): CountedResult[] =>
  RESULTS.filter(
    (result) =>
      ALWAYS.includes(result) || (result !== 'waiting' && items.some(({ counts }) => counts[result] > 0)),
  )

/** Rows of the file with one of these results; without any, all rows of the file. */
export function rowsWith(
  upload: Pick<UploadView, 'counts' | 'notSent' | 'fileRows'>,
  results: Outcome[],
): number {
  if (results.length === 0) return upload.fileRows
  return results.reduce(
    (sum, result) => sum + (result === 'not_sent' ? upload.notSent : upload.counts[result]),
    0,
  )
}

/** The title of the browser's tab; the percentage comes first while it runs, so that a narrow tab shows it. */
export function uploadTitle(upload: UploadView, t: Translate<'bulk'>): string {
  const title = `${upload.fileName} · Accord`
  return isUploadOpen(upload)
    ? `${t('progress.percent', { percent: percentOf(answeredOf(upload.counts), upload.total) })} ${title}`
    : title
}

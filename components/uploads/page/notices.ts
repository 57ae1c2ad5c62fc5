import { isInFlight, isUnsent, unsentRows } from '@/components/uploads/state'
import type { Restore } from '@/lib/platform/restores.server'
import type { ComparisonProblem } from '@/lib/uploads/comparison/comparison'
import { MISSING_UPSTREAM, STALLED_AFTER_MS, type UploadView } from '@/lib/uploads/view'

export type UploadNotice =
  | { name: 'comparing' }
  | { name: 'differs'; problem: ComparisonProblem; row: number; field: string; line: number; element: string }
  | { name: 'accepted' }
  | { name: 'approval' }
  | { name: 'known' }
  | { name: 'knownTaken' }
  | { name: 'declined'; by: string; reason: string; rows: number }
  | ({ name: 'restored' } & Restore)
  | { name: 'paused'; batches: number[]; rows: number }
  | { name: 'credits'; size: number; batches: number[]; rows: number }
  | { name: 'credentials'; rows: number }
  | { name: 'unknown'; batch: number; rows: number }
  | { name: 'writtenOff'; batch: number; rows: number; attemptId: string }
  | { name: 'refused'; batches: number[]; rows: number; code: string }
  | { name: 'slowed'; until: string }
  | { name: 'notAnswering'; until: string; since: string }
  | { name: 'turnedAway'; until: string; since: string; status: number }
  | { name: 'delayed'; since: string }
  | { name: 'stalled'; since: string }
  | { name: 'withheld'; batch: number; rows: number }
  | { name: 'missing'; batch: number; rows: number; id: string }
  | { name: 'stopped'; rows: number }
  | { name: 'failures'; rows: number }

/** A batch is sent shortly after the previous one was accepted. */
const DELAYED_MS = 60_000
/** Shorter waits are normal: a notice that appears only briefly would just move the page. */
const WORTH_SAYING_MS = 3_000

/** The notices about this upload, most urgent first. `now`: milliseconds of the server's clock. */
export function noticesOf(upload: UploadView, now: number): UploadNotice[] {
  return [
    ...unknownNotices(upload),
    ...refusedNotices(upload),
    ...knownNotices(upload),
    ...restoreNotices(upload),
    ...pauseNotices(upload),
    ...delayNotices(upload, now),
    ...endNotices(upload),
  ]
}

function unknownNotices({ bulks }: UploadView): UploadNotice[] {
  return bulks.flatMap((bulk): UploadNotice[] => {
    const part = { batch: bulk.number, rows: bulk.size - bulk.answered }
    if (bulk.status === 'unknown')
      return bulk.attempt?.state === 'written_off'
        ? [{ name: 'writtenOff', ...part, attemptId: bulk.attempt.id }]
        : [{ name: 'unknown', ...part }]
    if (!bulk.withheld) return []
    return bulk.withheld === MISSING_UPSTREAM
      ? [{ name: 'missing', ...part, id: bulk.upstreamId ?? '' }]
      : [{ name: 'withheld', ...part }]
  })
}

/** Batches that the provider refused as a whole. The specification has no place for the item that it refuses (2.8). */
function refusedNotices({ bulks }: UploadView): UploadNotice[] {
  const refused = bulks.filter(({ status }) => status === 'rejected')
  if (refused.length === 0) return []
  const codes = new Set(refused.flatMap(({ attempt }) => attempt?.upstreamCode ?? []))
  const rows = refused.reduce((sum, { size }) => sum + size, 0)
  const batches = refused.map(({ number }) => number)
  return [{ name: 'refused', batches, rows, code: [...codes].join(', ') || 'none' }]
}

function knownNotices({ known, status }: UploadView): UploadNotice[] {
  if (known === null || known.state === 'anew') return []
  // the choice isn't available before the file has been compared
  if (known.state === 'open' && status === 'comparing') return []
  return [{ name: known.state === 'open' ? 'known' : 'knownTaken' }]
}

const restoreNotices = ({ status, restore }: UploadView): UploadNotice[] =>
  status === 'paused' && restore ? [{ name: 'restored', ...restore }] : []

function pauseNotices(upload: UploadView): UploadNotice[] {
  if (upload.status !== 'paused' || upload.pauseReason === 'known') return []
  if (upload.pauseReason === 'approval') return [{ name: 'approval' }]
  const rows = unsentRows(upload)
  const batches = upload.bulks.filter(isInFlight).map((bulk) => bulk.number)
  if (upload.pauseReason === 'credentials') return [{ name: 'credentials', rows }]
  if (upload.pauseReason === 'credits') {
    const safe = upload.bulks.filter((bulk) => isInFlight(bulk) || bulk.status === 'completed')
    const size = upload.bulks.find(isUnsent)?.size ?? rows
    return [{ name: 'credits', size, batches: safe.map((bulk) => bulk.number), rows }]
  }
  return upload.pauseReason === 'unknown' ? [] : [{ name: 'paused', batches, rows }]
}

/** A delay on our side: the next batch was due long ago, and no worker has tried to send it. */
function overdueNotices({ status, bulks, createdAt, approval }: UploadView, now: number): UploadNotice[] {
  const next = bulks.find(isUnsent)
  const running = status === 'waiting' || status === 'processing'
  if (!running || !next || bulks.some((bulk) => bulk.status === 'sending')) return []
  const times = bulks.flatMap((bulk) => [bulk.acceptedAt ?? [], bulk.completedAt ?? []].flat())
  const since = [createdAt, approval?.at ?? [], next.nextTryAt ?? [], times].flat().sort().at(-1) ?? createdAt
  return now - Date.parse(since) > DELAYED_MS ? [{ name: 'delayed', since }] : []
}

/** `status`: of the last answer to this batch, if there was one. */
function lateNotice(
  until: string,
  { failingSince, unansweredSince }: UploadView,
  status: number | null | undefined,
): UploadNotice {
  const since = (status && unansweredSince) || failingSince
  if (since === null || (status === 429 && !unansweredSince)) return { name: 'slowed', until }
  if (status && !unansweredSince) return { name: 'turnedAway', until, since, status }
  return { name: 'notAnswering', until, since }
}

function delayNotices(upload: UploadView, now: number): UploadNotice[] {
  const { status, bulks, createdAt, now: read } = upload
  const found = overdueNotices(upload, now)
  // relative to the time of the response, which is the same on the server and in the browser
  if (status === 'comparing' && Date.parse(read) - Date.parse(createdAt) > WORTH_SAYING_MS)
    found.push({ name: 'comparing' })
  const next = bulks.find(isUnsent)
  const late = next?.nextTryAt && Date.parse(next.nextTryAt) - now > WORTH_SAYING_MS
  if (status === 'processing' && next?.nextTryAt && late) {
    found.push(lateNotice(next.nextTryAt, upload, next.attempt?.httpStatus))
  }
  const since = bulks
    .flatMap((bulk) => bulk.lastMovementAt ?? [])
    .sort()
    .at(-1)
  if (since && bulks.some(isInFlight) && now - Date.parse(since) > STALLED_AFTER_MS)
    found.push({ name: 'stalled', since })
  const begun = bulks.some((bulk) => bulk.answered > 0 || bulk.status === 'processing')
  const taken = bulks.find((bulk) => bulk.status === 'accepted')?.acceptedAt
  if (status === 'processing' && !begun && taken && now - Date.parse(taken) > WORTH_SAYING_MS)
    found.push({ name: 'accepted' })
  return found
}

function endNotices({
  status,
  counts,
  notSent,
  finishedAt,
  approval,
  comparison,
}: UploadView): UploadNotice[] {
  if (comparison?.problem) {
    const { problem, row, field, line, element } = comparison
    const place = { line: line ?? 0, element: element ?? 'none' }
    return [{ name: 'differs', problem, row: row ?? 0, field: field ?? '', ...place }]
  }
  if (approval?.decision === 'declined')
    return [{ name: 'declined', by: approval.by?.name ?? '', reason: approval.reason ?? '', rows: notSent }]
  const stopped = status === 'stopped'
  const over = status === 'completed' || (stopped && finishedAt !== null)
  return [
    ...(stopped ? [{ name: 'stopped' as const, rows: notSent }] : []),
    ...(over && counts.failed > 0 ? [{ name: 'failures' as const, rows: counts.failed }] : []),
  ]
}

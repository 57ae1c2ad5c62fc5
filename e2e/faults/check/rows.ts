import { createHash } from 'node:crypto'
import { paymentTableOf } from '../office/payment-table'
import type { Evidence, UploadRow, Violation } from './evidence'

/** I7: every acknowledged request is stored once, and every row is counted. */
export function nothingIsLost(evidence: Evidence): Violation[] {
  return [
    ...requestsAreStoredOnce(evidence),
    ...evidence.uploads.flatMap((upload) => countsMatchRows(evidence, upload)),
  ]
}

function requestsAreStoredOnce({ requests, uploads, verifications }: Evidence): Violation[] {
  return requests.flatMap(({ kind, rows, acknowledged }) => {
    const hash = createHash('sha256').update(paymentTableOf(rows)).digest('hex')
    const [row] = rows
    const found =
      kind === 'upload'
        ? uploads.filter((upload) => upload.fileHash === hash).length
        : verifications.filter((one) => one.iban === row?.iban && one.source === 'single').length
    if (acknowledged && found === 0)
      return [{ invariant: 'I7', what: `lost: a ${kind} that was acknowledged` }]
    return found > 1 ? [{ invariant: 'I7', what: `a ${kind} is stored ${found} times` }] : []
  })
}

function countsMatchRows({ fileRows, verifications }: Evidence, upload: UploadRow): Violation[] {
  const rows = fileRows.filter((row) => row.uploadId === upload.id)
  const byId = new Map(verifications.map((one) => [one.id, one]))
  const counted: Record<string, number> = Object.fromEntries(
    Object.keys(upload.counts).map((name) => [name, 0]),
  )
  let notSent = 0
  for (const row of rows) {
    const one = byId.get(row.verificationId ?? '')
    if (row.notSentCode || !one) notSent++
    else {
      const outcome = outcomeOf(one.status, one.matchResult)
      counted[outcome] = (counted[outcome] ?? 0) + 1
    }
  }
  const matches =
    rows.length === upload.fileRows &&
    rows.every((row, n) => row.number === n + 1) &&
    notSent === upload.notSent &&
    JSON.stringify(counted) === JSON.stringify(upload.counts)
  const found = `${rows.length} of ${upload.fileRows} rows, ${notSent} not sent, ${JSON.stringify(counted)}`
  return matches
    ? []
    : [{ invariant: 'I7', what: `the counts of upload ${upload.id} don't match its rows: ${found}` }]
}

const outcomeOf = (status: string, matchResult: string | null): string =>
  status === 'completed' ? (matchResult ?? 'none') : status === 'pending' ? 'waiting' : status

/** How long after its deadline a lost response may stay in sending. */
const OVERDUE_SECONDS = 20
/** The page lists this many attempts, the oldest first. */
const PAGE_LIMIT = 200

/** I8: people see every unknown outcome in time, and nothing stays in progress. */
export function unknownOutcomesAreVisible(evidence: Evidence): Violation[] {
  const { attempts, bulks, uploads, verifications, listedAttempts, unfinished, longestOverdue } = evidence
  const overdue =
    longestOverdue > OVERDUE_SECONDS
      ? [{ invariant: 'I8', what: `in sending ${longestOverdue} s after the deadline` }]
      : []
  const hidden = attempts
    .filter((one) => one.state === 'unknown')
    .filter((one) => {
      if (!listedAttempts.includes(one.id) && listedAttempts.length < PAGE_LIMIT) return true
      if (!one.bulkId)
        return verifications.find((check) => check.id === one.verificationId)?.status !== 'unknown'
      const bulk = bulks.find((found) => found.id === one.bulkId)
      const upload = uploads.find((found) => found.id === bulk?.uploadId)
      const paused = upload?.state === 'stopped' || upload?.pauseReason === 'unknown'
      return bulk?.state !== 'unknown' || !paused || (upload?.counts.unknown ?? 0) < bulk.size
    })
    .map((one) => ({ invariant: 'I8', what: `unknown, but not visible: ${one.id}` }))
  return [...overdue, ...hidden, ...unfinished.map((what) => ({ invariant: 'I8', what }))]
}

import { createHash } from 'node:crypto'
import { paidFileOf } from '../office/paid-file'
import type { Evidence, UploadRow, Violation } from './evidence'

/** I7: everything accepted is stored once, and every row is accounted for. */
export function nothingIsLost(evidence: Evidence): Violation[] {
  return [...askedOnce(evidence), ...evidence.uploads.flatMap((upload) => rowsAddUp(evidence, upload))]
}

function askedOnce({ asked, uploads, verifications }: Evidence): Violation[] {
  return asked.flatMap(({ kind, rows, answered }) => {
    const hash = createHash('sha256').update(paidFileOf(rows)).digest('hex')
    const [row] = rows
    const found =
      kind === 'upload'
        ? uploads.filter((upload) => upload.fileHash === hash).length
        : verifications.filter((one) => one.iban === row?.iban && one.source === 'single').length
    if (answered && found === 0) return [{ invariant: 'I7', what: `lost: a ${kind} that was acknowledged` }]
    return found > 1 ? [{ invariant: 'I7', what: `a ${kind} is there ${found} times` }] : []
  })
}

function rowsAddUp({ fileRows, verifications }: Evidence, upload: UploadRow): Violation[] {
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
  const right =
    rows.length === upload.fileRows &&
    rows.every((row, n) => row.number === n + 1) &&
    notSent === upload.notSent &&
    JSON.stringify(counted) === JSON.stringify(upload.counts)
  const seen = `${rows.length} of ${upload.fileRows} rows, ${notSent} not sent, ${JSON.stringify(counted)}`
  return right
    ? []
    : [{ invariant: 'I7', what: `the counts of upload ${upload.id} are not its rows: ${seen}` }]
}

const outcomeOf = (status: string, matchResult: string | null): string =>
  status === 'completed' ? (matchResult ?? 'none') : status === 'pending' ? 'waiting' : status

/** The time from a lost response to an unknown outcome: 70 s of deadline and at most these. */
const OVERDUE_SECONDS = 20
/** The page lists the oldest ones. */
const MOST_LISTED = 200

/** I8: every unknown outcome becomes visible to people in time, and nothing stays in progress. */
export function doubtsAreVisible(evidence: Evidence): Violation[] {
  const { attempts, bulks, uploads, verifications, listed, restless, longestOverdue } = evidence
  const overdue =
    longestOverdue > OVERDUE_SECONDS
      ? [{ invariant: 'I8', what: `in sending ${longestOverdue} s after the deadline` }]
      : []
  const hidden = attempts
    .filter((one) => one.state === 'unknown')
    .filter((one) => {
      if (!listed.includes(one.id) && listed.length < MOST_LISTED) return true
      if (!one.bulkId)
        return verifications.find((check) => check.id === one.verificationId)?.status !== 'unknown'
      const bulk = bulks.find((found) => found.id === one.bulkId)
      const upload = uploads.find((found) => found.id === bulk?.uploadId)
      const paused = upload?.state === 'stopped' || upload?.pauseReason === 'unknown'
      return bulk?.state !== 'unknown' || !paused || (upload?.counts.unknown ?? 0) < bulk.size
    })
    .map((one) => ({ invariant: 'I8', what: `unknown, but nobody can see it: ${one.id}` }))
  return [...overdue, ...hidden, ...restless.map((what) => ({ invariant: 'I8', what }))]
}

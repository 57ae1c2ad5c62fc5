/** Paid verifications of one submission, by the outcome of their requests. */
export type Requests = {
  /** in requests that left, or may have left; a batch that was resent counts again */
  sent: number
  /** accepted by the provider, attached ones included */
  acknowledged: number
  /** definitely refused */
  refused: number
  /** response lost and not resolved */
  unknown: number
  /** response lost for good: may have been billed */
  writtenOff: number
  /** two people declared it not billed */
  notBilled: number
  onItsWay: number
  /** of those unknown or written off: accepted by the provider, so billed */
  neverAnswered: number
  /** accepted, but never billed (invalid format) */
  rejectedItems: number
  /** in batches that the upload shows as unknown; single checks: records that are */
  shownUnknown: number
}

/** The same in credits, by our ledger. */
type Books = { booked: number; expected: number; atRisk: number }
export type Line = Requests & { credits: Books; addsUp: boolean; differs: Difference[] }
/** `requests`: the parts don't add up; `credits`: the ledger differs; `shown`: the pages differ. */
type Difference = 'requests' | 'credits' | 'shown'

const PARTS = ['acknowledged', 'refused', 'unknown', 'writtenOff', 'notBilled', 'onItsWay'] as const

/**
 * Compares three sources that are written independently: the requests, the ledger and what people see.
 * @param booked credits that our ledger booked for these requests
 */
export function reconcileLine(requests: Requests, booked: number): Line {
  const parts = PARTS.reduce((sum, part) => sum + requests[part], 0)
  const expected = requests.acknowledged + requests.neverAnswered - requests.rejectedItems
  const differs: Difference[] = []
  if (parts !== requests.sent) differs.push('requests')
  if (booked !== expected) differs.push('credits')
  if (requests.shownUnknown !== requests.unknown + requests.writtenOff) differs.push('shown')
  const credits = { booked, expected, atRisk: requests.unknown + requests.writtenOff }
  return { ...requestsOf(requests), credits, addsUp: differs.length === 0, differs }
}

const NOTHING: Requests = {
  sent: 0,
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  writtenOff: 0,
  notBilled: 0,
  onItsWay: 0,
  neverAnswered: 0,
  rejectedItems: 0,
  shownUnknown: 0,
}

/** Only the counts, without other columns of the row. */
const requestsOf = (given: Requests): Requests => {
  const counts = { ...NOTHING }
  for (const key of Object.keys(NOTHING) as (keyof Requests)[]) counts[key] = given[key]
  return counts
}

/** The sum of lines; it balances only when every line does. */
export function totalOf(lines: Line[]): Line {
  const sum = { ...NOTHING }
  for (const line of lines)
    for (const key of Object.keys(NOTHING) as (keyof Requests)[]) sum[key] += line[key]
  const total = reconcileLine(
    sum,
    lines.reduce((credits, line) => credits + line.credits.booked, 0),
  )
  const differs = [...new Set(lines.flatMap((line) => line.differs))]
  return { ...total, differs, addsUp: differs.length === 0 }
}

import { createHash } from 'node:crypto'
import type { LedgerLine } from '../provider/ledger'
import type { AttemptRow, Evidence, Violation } from './evidence'

/** States of an attempt that may have been billed (I5). Any other state means that it was not. */
const MAY_BE_BILLED = new Set(['accepted', 'attached', 'unknown', 'written_off'])

const pairKey = (item: { iban: string; name: string }) => `${item.iban}|${item.name}`

/** Groups attempts and ledger lines by bulk or check. Lines are joined by payload: the provider has no IDs of ours. */
export function groupBySubject(evidence: Evidence) {
  const byPair = new Map(evidence.verifications.map((one) => [pairKey(one), one]))
  const subjectOf = (line: LedgerLine): string | undefined => {
    const first = line.items[0] && byPair.get(pairKey(line.items[0]))
    return first && (first.bulkId ?? first.id)
  }
  const attempts = Map.groupBy(evidence.attempts, (one) => one.bulkId ?? (one.verificationId as string))
  const lines = Map.groupBy(evidence.ledger, (line) => subjectOf(line) ?? 'unrequested')
  return { attempts, lines }
}

/** I1, I2: nothing was billed twice or without a request. */
export function billedOnce(evidence: Evidence): Violation[] {
  const lines = Map.groupBy(
    evidence.ledger.flatMap((line) => line.items.map((item) => ({ key: pairKey(item), line: line.id }))),
    ({ key }) => key,
  )
  const twice = [...lines.values()].filter((found) => found.length > 1)
  const unrequested = groupBySubject(evidence).lines.get('unrequested') ?? []
  return [
    ...twice.map((found) => ({
      invariant: 'I2',
      what: `billed ${found.length} times: ${found.map((one) => one.line).join(', ')}`,
    })),
    ...unrequested.map((line) => ({ invariant: 'I1', what: `billed, but not in the database: ${line.id}` })),
  ]
}

/** I3, I4, I5: the state of an attempt agrees with the ledger. */
export function attemptsMatchLedger(evidence: Evidence): Violation[] {
  const { attempts, lines } = groupBySubject(evidence)
  const byId = new Map(evidence.ledger.map((line) => [line.id, line]))
  const found: Violation[] = []
  for (const attempt of evidence.attempts.filter(
    (one) => one.state === 'accepted' || one.state === 'attached',
  )) {
    const line = byId.get(attempt.upstreamId ?? '')
    if (!line) found.push({ invariant: 'I3', what: `accepted without a ledger line: ${attempt.id}` })
    else if (!hasSameItems(evidence, attempt, line))
      found.push({ invariant: 'I3', what: `the ledger line of ${attempt.id} has other items` })
  }
  for (const [subject, own] of attempts) {
    const billed = lines.get(subject)?.length ?? 0
    const possible = own.filter((one) => MAY_BE_BILLED.has(one.state)).length
    if (billed > possible)
      found.push({
        invariant: possible === 0 ? 'I4' : 'I5',
        what: `${billed} ledger lines, ${own.map((one) => one.state).join(', ')}: ${subject}`,
      })
  }
  return found
}

/** The ledger line has exactly the items of the attempt, in the same order. */
function hasSameItems(evidence: Evidence, attempt: AttemptRow, line: LedgerLine): boolean {
  const own = evidence.verifications.filter((one) =>
    attempt.bulkId ? one.bulkId === attempt.bulkId : one.id === attempt.verificationId,
  )
  const same =
    own.length === line.items.length &&
    own.every((one, n) => pairKey(one) === pairKey(line.items[n] as (typeof line.items)[number]))
  if (!same || !attempt.bulkId) return same
  const hash = createHash('sha256')
    .update(JSON.stringify(own.map(({ iban, name }) => [iban, name])))
    .digest('hex')
  return attempt.payloadSha256 === hash
}

/** I2: an unknown outcome is resolved only by a decision, and "not billed" only by two people. */
export const unknownsAreResolvedByDecision = ({ attempts, resolutions }: Evidence): Violation[] =>
  attempts
    .filter(({ state }) => state === 'attached' || state === 'written_off' || state === 'not_billed')
    .filter(({ id, state }) => {
      const decision = resolutions.find((one) => one.attemptId === id && one.kind === state)
      if (!decision || state !== 'not_billed') return !decision
      return decision.confirmedById === null || decision.confirmedById === decision.proposedById
    })
    .map(({ id, state }) => ({ invariant: 'I2', what: `${state} without the decision it needs: ${id}` }))

/** I14: our credit entries + what may have been billed ≥ the provider's debits ≥ our credit entries. */
export function creditsMatchLedger({ ledger, credits, attempts, bulks }: Evidence): Violation[] {
  const debits = ledger.reduce((sum, line) => sum + line.items.length, 0)
  const booked = -credits.reduce((sum, entry) => sum + entry.amount, 0)
  const sizes = new Map(bulks.map((bulk) => [bulk.id, bulk.size]))
  const exposure = attempts
    .filter((one) => one.state === 'unknown' || one.state === 'written_off')
    .reduce((sum, one) => sum + (one.bulkId ? (sizes.get(one.bulkId) ?? 0) : 1), 0)
  const found = `credits ${booked}, unknown ${exposure}, debits ${debits}`
  return booked + exposure >= debits && debits >= booked ? [] : [{ invariant: 'I14', what: found }]
}

/** I10: never more than 60 single checks in any 60 s. */
export function singlesStayInRateLimit({ singleCheckTimes }: Evidence): Violation[] {
  const worst = singleCheckTimes.reduce(
    (most, at, n) =>
      Math.max(most, singleCheckTimes.slice(0, n + 1).filter((one) => one > at - 60_000).length),
    0,
  )
  return worst > 60 ? [{ invariant: 'I10', what: `${worst} single checks within 60 s` }] : []
}

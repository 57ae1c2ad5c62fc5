import type { LedgerItem } from '../provider/ledger'
import type { Evidence, VerificationRow, Violation } from './evidence'

const TERMINAL = new Set(['completed', 'failed', 'rejected'])

/** I6: every stored result is the provider's result for that pair, and a completed bulk has all of them. */
export function answersMatchLedger(evidence: Evidence): Violation[] {
  const found: Violation[] = []
  const lines = new Map(evidence.ledger.map((line) => [line.id, line]))
  const bulks = new Map(evidence.bulks.map((bulk) => [bulk.id, bulk]))
  for (const one of evidence.verifications.filter(({ status }) => TERMINAL.has(status))) {
    const upstreamId = one.bulkId ? bulks.get(one.bulkId)?.upstreamId : one.upstreamId
    const item = lines.get(upstreamId ?? '')?.items[one.itemIndex ?? 0]
    if (!item || !hasSameResult(one, item))
      found.push({ invariant: 'I6', what: `not the provider's result: ${one.id}` })
  }
  for (const bulk of evidence.bulks.filter(({ state }) => state === 'completed')) {
    const own = evidence.verifications.filter((one) => one.bulkId === bulk.id)
    const complete =
      own.length === bulk.size && own.every((one, n) => one.itemIndex === n && TERMINAL.has(one.status))
    if (!complete || bulk.answered !== bulk.size)
      found.push({ invariant: 'I6', what: `completed without all results: bulk ${bulk.id}` })
  }
  return found
}

const hasSameResult = (one: VerificationRow, { iban, name, verdict }: LedgerItem): boolean =>
  one.iban === iban &&
  one.name === name &&
  one.status === verdict.status &&
  one.matchResult === (verdict.match_result ?? null) &&
  one.matchedName === (verdict.matched_name ?? null) &&
  one.statusReason === (verdict.status_reason ?? null)

/** I9: a match is recorded only when the provider's response is a match. */
export const matchesAreConfirmed = ({ verifications }: Evidence): Violation[] =>
  verifications
    .filter(
      ({ matchResult, raw }) =>
        matchResult === 'match' && !(raw?.status === 'completed' && raw.match_result === 'match'),
    )
    .map(({ id }) => ({ invariant: 'I9', what: `a match without such a response: ${id}` }))

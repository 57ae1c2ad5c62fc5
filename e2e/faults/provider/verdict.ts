import { createHash } from 'node:crypto'
import type { LedgerLine, Verdict } from './ledger'

const REASONS = ['institution_timeout', 'internal_error', 'institution_unavailable'] as const

/**
 * The provider's result for one pair. It depends on the pair alone and differs from row to row, so a result stored on
 * the wrong row is detected; the name of a close match is unique to its row.
 */
export function decideVerdict(kind: LedgerLine['kind'], iban: string, name: string): Verdict {
  const hash = createHash('sha256').update(`${iban}|${name}`).digest()
  const roll = (hash[0] ?? 0) / 256
  if (roll < 0.45) return { status: 'completed', match_result: 'match' }
  if (roll < 0.65)
    return {
      status: 'completed',
      match_result: 'close_match',
      matched_name: `${name} ${hash.toString('hex', 1, 4)}`,
    }
  if (roll < 0.8) return { status: 'completed', match_result: 'no_match' }
  if (roll < 0.9)
    return {
      status: 'completed',
      match_result: 'account_not_verifiable',
      status_reason: 'account_not_supported',
    }
  // only items of a batch can be rejected
  if (roll < 0.96 || kind === 'single')
    return { status: 'failed', status_reason: REASONS[(hash[4] ?? 0) % REASONS.length] as string }
  return { status: 'rejected', status_reason: 'invalid_account' }
}

import { bankCode } from '@/lib/iban/banks'

/**
 * How a simulated institution deviates from a plain answer: `out_of_scope` can't be reached, `timeout` never responds,
 * `slow` takes ten times as long, `unable` can verify no account, `private` withholds the registered name, `error`
 * responds with an error.
 */
export type Behaviour = 'out_of_scope' | 'timeout' | 'slow' | 'unable' | 'private' | 'error'

const ORDER: Behaviour[] = ['out_of_scope', 'timeout', 'slow', 'unable', 'private', 'error']

/** Bank codes that no real bank has, with their behaviours. Documented in README.md. */
export const SIMULATED_BANK_CODES: Record<string, string[]> = {
  FR: ['90001', '90002', '90003', '90004', '90005', '90006'],
  DE: ['99000001', '99000002', '99000003', '99000004', '99000005', '99000006'],
  ES: ['9901', '9902', '9903', '9904', '9905', '9906'],
  IT: ['99001', '99002', '99003', '99004', '99005', '99006'],
  NL: ['XXOS', 'XXTO', 'XXSL', 'XXUN', 'XXPR', 'XXER'],
}

/** The behaviour of the institution with this account; undefined for an ordinary one. */
export function behaviourOf(iban: string): Behaviour | undefined {
  const code = bankCode(iban)
  const index = code === undefined ? -1 : (SIMULATED_BANK_CODES[iban.slice(0, 2)]?.indexOf(code) ?? -1)
  return ORDER[index]
}

import { describe, expect, it } from 'vitest'
import { findBank } from '@/lib/iban/banks'
import { checkIban } from '@/lib/iban/validate'
import { SIMULATED_BANK_CODES } from './behaviour'
import { natureOf } from './derived'
import { type InstitutionAnswer, outcomeOfAnswer } from './institution'
import { BUILT_IN_ACCOUNTS } from './people'
import { compareWithHolders } from './simulated'

describe('the answers of the scheme and the results of the service', () => {
  const failed = (status_reason: string) => ({ status: 'failed', status_reason })
  const table: [InstitutionAnswer, object][] = [
    [{ partyNameMatch: 'MTCH' }, { status: 'completed', match_result: 'match' }],
    [
      { partyNameMatch: 'CMTC', matchedName: 'Jean Dupont' },
      { status: 'completed', match_result: 'close_match', matched_name: 'Jean Dupont' },
    ],
    [{ partyNameMatch: 'CMTC' }, { status: 'completed', match_result: 'close_match' }],
    [{ partyNameMatch: 'NMTC' }, { status: 'completed', match_result: 'no_match' }],
    [
      { partyNameMatch: 'NOAP' },
      {
        status: 'completed',
        match_result: 'account_not_verifiable',
        status_reason: 'verification_not_possible',
      },
    ],
    [{ problem: 'timeout' }, failed('institution_timeout')],
    [{ problem: 'unreachable' }, failed('institution_out_of_scope')],
    [{ problem: 'refused' }, failed('verification_not_possible')],
  ]
  it.each(table)('%j is %j', (answer, outcome) => {
    expect(outcomeOfAnswer(answer)).toEqual(outcome)
  })
})

describe('the simulation', () => {
  it('uses the best match among the holders of a joint account', () => {
    const holders = ['Anna Schmidt', 'Jean Dupont']
    expect(compareWithHolders('Jean Dupont', holders)).toEqual({ partyNameMatch: 'MTCH' })
    expect(compareWithHolders('Jean Dupond', holders)).toEqual({
      partyNameMatch: 'CMTC',
      matchedName: 'Jean Dupont',
    })
    expect(compareWithHolders('Wolfgang Achterberg', holders)).toEqual({ partyNameMatch: 'NMTC' })
  })
  it('gives its special institutions codes that no real bank has', async () => {
    for (const [country, codes] of Object.entries(SIMULATED_BANK_CODES))
      for (const code of codes) expect(await findBank(`${country}00${code}${'0'.repeat(20)}`)).toBeUndefined()
  })
  it('names only accounts that are valid', () => {
    for (const [iban, holders] of BUILT_IN_ACCOUNTS) {
      expect(checkIban(iban)).toMatchObject({ ok: true, iban })
      expect(holders.length).toBeGreaterThan(0)
    }
  })
  it('spreads derived accounts as documented: 80 equal, 8 close, 6 different, 4 unknown, 2 failed', () => {
    const counts: Record<string, number> = {}
    const total = 50_000
    for (let n = 0; n < total; n++) {
      const nature = natureOf(`DE00${String(n).padStart(18, '0')}`)
      counts[nature] = (counts[nature] ?? 0) + 100 / total
    }
    const { equal, close, different, unknown, ...failed } = counts
    expect(equal).toBeCloseTo(80, -0.5)
    expect(close).toBeCloseTo(8, 0)
    expect(different).toBeCloseTo(6, 0)
    expect(unknown).toBeCloseTo(4, 0)
    expect(Object.values(failed).reduce((a, b) => a + b, 0)).toBeCloseTo(2, 0)
    expect(Object.keys(failed).sort()).toEqual(['refused', 'timeout', 'unreachable'])
  })
})

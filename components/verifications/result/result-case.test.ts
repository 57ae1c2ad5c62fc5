import { describe, expect, it } from 'vitest'
import type { EnrichmentStatus } from '@/lib/verifications/answer'
import { bankOf } from '@/lib/verifications/bank'
import { NOT_SENT_PROBLEMS } from '@/lib/verifications/check/problems'
import { outcomeOf } from '@/lib/verifications/outcome'
import type { VerificationView } from '@/lib/verifications/view'
import problems from '@/messages/en/check.json' with { type: 'json' }
import file from '@/messages/en/originalExport.json' with { type: 'json' }
import en from '@/messages/en/result.json' with { type: 'json' }
import { markOddSigns } from './result-card'
import { caseOf } from './result-case'
import { mayChange } from './use-refreshing'

const VIEW: VerificationView = {
  id: '00000000-0000-4000-8000-000000000001',
  environment: 'live',
  source: 'single',
  iban: 'FR7630006000011234567890189',
  name: 'Jean Dupond',
  masked: false,
  status: 'completed',
  matchResult: 'match',
  outcome: 'match',
  matchedName: null,
  statusReason: null,
  unrecognised: null,
  enrichment: null,
  bank: null,
  comparison: null,
  attempt: null,
  review: null,
  reference: null,
  purpose: null,
  note: null,
  sandboxResult: null,
  requestedBy: { id: 'p', name: 'P' },
  previousId: null,
  upload: null,
  upstreamId: null,
  problemCode: null,
  createdAt: '2026-11-21T12:00:00Z',
  answeredAt: null,
  durationMs: null,
  nameAllowed: null,
}
const view = (given: Partial<VerificationView>): VerificationView => {
  const merged = { ...VIEW, ...given }
  return { ...merged, outcome: outcomeOf(merged) }
}
const failed = (statusReason: string | null) => view({ status: 'failed', matchResult: null, statusReason })

describe('the description of a record', () => {
  it.each([
    [view({}), 'match'],
    [view({ matchResult: 'close_match', matchedName: 'Jean Dupont' }), 'close_match'],
    [view({ matchResult: 'close_match' }), 'close_match_withheld'],
    [view({ matchResult: 'no_match' }), 'no_match'],
    [view({ matchResult: 'account_not_verifiable' }), 'account_not_verifiable'],
    [view({ status: 'unknown', matchResult: null }), 'unknown'],
    [view({ status: 'pending', matchResult: null }), 'waiting'],
    [failed('institution_timeout'), 'institution_timeout'],
    [failed('institution_out_of_scope'), 'institution_out_of_scope'],
    [failed('unsupported_characters'), 'unsupported_characters'],
    [failed('verification_not_possible'), 'verification_not_possible'],
    [
      view({ status: 'rejected', matchResult: null, statusReason: 'invalid_iban_format' }),
      'invalid_iban_format',
    ],
    [failed(null), 'reason_other'],
    [failed('bank_on_strike'), 'reason_other'],
    [failed('constructor'), 'reason_other'],
  ])('%#: %s', (record, key) => {
    expect(caseOf(record).key).toBe(key)
  })

  it('never presents an unrecognised response as a result, and shows what was received', () => {
    const told = caseOf(view({ status: 'failed', matchResult: null, unrecognised: 'maybe_match' }))
    expect(told).toMatchObject({ key: 'reason_other', raw: 'maybe_match' })
  })

  it('does not offer checking again when the bank is unreachable', () => {
    expect(caseOf(failed('institution_out_of_scope')).actions).not.toContain('again')
    expect(caseOf(failed('institution_timeout')).actions[0]).toBe('again')
  })

  it('has a message for every code of an unsent check', () => {
    for (const code of [...Object.keys(NOT_SENT_PROBLEMS), 'something_new', null]) {
      const { key } = caseOf(view({ status: 'not_sent', matchResult: null, problemCode: code }))
      const told = key.replace('not_sent.', '')
      expect({ ...file.notSent, ...problems.problem, ...en.case.not_sent }, told).toHaveProperty(told)
    }
  })

  it('blames no row of a batch that was refused as a whole, and offers to check it alone', () => {
    const refused = { status: 'not_sent', matchResult: null, problemCode: 'upstream_rejected_input' } as const
    expect(caseOf(view(refused)).key).toBe('not_sent.upstream_rejected_input')
    const upload = { id: 'u', fileName: 'a.csv', row: 3, rows: [3], payments: false }
    const told = caseOf(view({ ...refused, upload }))
    expect(told).toMatchObject({ key: 'not_sent.batch_refused', actions: ['again', 'edit'] })
    expect(en.case.not_sent.batch_refused).toHaveProperty('meaning')
  })

  it('is refetched while a result or bank details are pending', () => {
    const enrichment = { status: 'pending', bicCode: null, bankName: null } as const
    expect(mayChange(view({}))).toBe(false)
    expect(mayChange(view({ status: 'pending', matchResult: null }))).toBe(true)
    expect(mayChange(view({ enrichment }))).toBe(true)
    expect(mayChange(view({ status: 'unknown', matchResult: null }))).toBe(false)
  })
})

describe('the bank of a record', () => {
  const bank = { code: '30006', name: 'Our directory', bic: 'AGRIFRPP' }
  const enriched = (status: EnrichmentStatus, value: string | null) => ({
    status,
    bicCode: null,
    bankName: { status, value },
  })

  const shown = (given: Partial<VerificationView>) =>
    bankOf(view({ answeredAt: '2026-11-20T12:00:01Z', ...given }), Date.parse('2026-11-21T12:00:00Z'))

  it('is the provider’s, else the one in our directory, which is stated', () => {
    expect(shown({ enrichment: enriched('completed', 'Crédit Agricole'), bank })).toMatchObject({
      name: 'Crédit Agricole',
      bic: 'AGRIFRPP',
      ours: 'bic',
    })
    expect(shown({ enrichment: enriched('unavailable', null), bank })).toMatchObject({
      name: 'Our directory',
      state: 'unavailable',
      ours: 'both',
    })
    expect(shown({ enrichment: null, bank })).toEqual({
      name: 'Our directory',
      bic: 'AGRIFRPP',
      state: null,
      ours: 'both',
    })
    expect(shown({ enrichment: null, bank: { ...bank, bic: null } }).ours).toBe('both')
    const given = { value: 'AGRIFRPPXXX', status: 'completed' } as const
    expect(shown({ enrichment: { ...enriched('unavailable', null), bicCode: given }, bank })).toMatchObject({
      bic: 'AGRIFRPPXXX',
      ours: 'name',
    })
  })

  it('is not guessed while the provider is still looking it up', () => {
    expect(shown({ enrichment: enriched('pending', null), bank })).toEqual({
      name: null,
      bic: null,
      state: 'pending',
      ours: null,
    })
    const given = { value: 'Crédit Agricole', status: 'completed' } as const
    const open = { value: null, status: 'pending' } as const
    expect(shown({ enrichment: { status: 'pending', bicCode: open, bankName: given }, bank })).toMatchObject({
      name: 'Crédit Agricole',
      bic: null,
    })
  })

  it('is the one in our directory, or none, when the provider has been looking it up for a day', () => {
    const late = { enrichment: enriched('pending', null), answeredAt: '2026-11-20T12:00:00Z' }
    expect(shown({ ...late, bank })).toEqual({
      name: 'Our directory',
      bic: 'AGRIFRPP',
      state: null,
      ours: 'both',
    })
    expect(shown({ ...late, bank: null })).toEqual({ name: null, bic: null, state: null, ours: null })
  })
})

describe('characters that a bank may not process', () => {
  it('are everything but Latin letters, digits, space and basic punctuation', () => {
    expect(markOddSigns('Ren★ Café №1')).toEqual([
      { text: 'Ren', odd: false },
      { text: '★', odd: true },
      { text: ' Café ', odd: false },
      { text: '№', odd: true },
      { text: '1', odd: false },
    ])
    expect(markOddSigns('Müller & Söhne').some(({ odd }) => odd)).toBe(false)
  })
})

describe('what the payer’s bank reported', () => {
  it('is neither paid for again nor cancelled', () => {
    const reported = { ...VIEW, source: 'bank_report' as const }
    const open = { ...reported, status: 'pending' as const, matchResult: null, outcome: 'waiting' as const }
    expect(caseOf(open).actions).toEqual(['another'])
    const result = 'account_not_verifiable' as const
    expect(caseOf({ ...reported, matchResult: result, outcome: result }).actions).toEqual(['review'])
  })
})

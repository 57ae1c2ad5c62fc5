import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFinalAnswer, readAnswer, readItem } from './answer'
import { outcomeOf } from './outcome'

const ID = '7d8e9c7a-0000-4000-8000-000000000001'
const read = (wire: unknown) => readAnswer(wire)

describe('the provider’s answer', () => {
  it('is a match only in exactly the words of the specification', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            status: fc.oneof(fc.constantFrom('completed', 'failed', 'pending', 'COMPLETED'), fc.jsonValue()),
            match_result: fc.oneof(fc.constantFrom('match', 'MATCH', 'match ', 'no_match'), fc.jsonValue()),
          },
          { requiredKeys: [] },
        ),
        (wire) => {
          const isMatch = outcomeOf(read(wire)) === 'match'
          expect(isMatch).toBe(wire.status === 'completed' && wire.match_result === 'match')
        },
      ),
    )
  })

  it('never causes an exception, whatever it contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (wire) => {
        expect(read(wire)).toHaveProperty('status')
      }),
    )
  })

  it('treats null as absent: the sandbox sends null, production omits the field', () => {
    const absent = read({ id: ID, status: 'failed', status_reason: 'institution_timeout' })
    const withNull = { id: ID, status: 'failed', match_result: null, matched_name: null, enrichment: null }
    expect(read({ ...withNull, status_reason: 'institution_timeout' })).toEqual(absent)
    expect(absent).toMatchObject({ status: 'failed', matchResult: null, statusReason: 'institution_timeout' })
  })

  it.each([
    ['a result in other letters', { status: 'completed', match_result: 'MATCH' }, 'MATCH'],
    ['a result with a space', { status: 'completed', match_result: 'Match ' }, 'Match '],
    ['a new result', { status: 'completed', match_result: 'partial' }, 'partial'],
    ['a number', { status: 'completed', match_result: 1 }, '1'],
    ['true', { status: 'completed', match_result: true }, 'true'],
    ['an object', { status: 'completed', match_result: {} }, '{}'],
    ['no result', { status: 'completed' }, 'absent'],
    ['a new status', { status: 'archived', match_result: 'match' }, 'archived'],
    ['a very long word', { status: 'x'.repeat(500) }, 'x'.repeat(64)],
    ['signs outside ASCII', { status: 'terminé\u202e' }, 'termin??'],
  ])('counts %s as failed and keeps it as received', (_name, wire, unrecognised) => {
    expect(read(wire)).toMatchObject({ status: 'failed', matchResult: null, unrecognised })
  })

  it('drops a result that a failed check cannot have', () => {
    expect(outcomeOf(read({ status: 'failed', match_result: 'match' }))).toBe('failed')
  })

  it('is rejected, which is not billed, only as an item of a batch', () => {
    const wire = { status: 'rejected', status_reason: 'invalid_iban_format' }
    expect(readItem(wire)).toMatchObject({ status: 'rejected', unrecognised: null })
    expect(read(wire)).toMatchObject({ status: 'failed', unrecognised: 'rejected' })
  })

  it('is still awaited while the check is pending', () => {
    expect(outcomeOf(read({ id: ID, status: 'pending', match_result: 'match' }))).toBe('waiting')
  })

  it("has the bank's name only on a close match", () => {
    const close = { status: 'completed', match_result: 'close_match', matched_name: ' Jean Dupont ' }
    expect(read(close).matchedName).toBe('Jean Dupont')
    for (const match_result of ['match', 'no_match', 'account_not_verifiable'])
      expect(read({ ...close, match_result }).matchedName).toBeNull()
    for (const matched_name of [null, '', '  ', '\u200b\ufeff', '\u3164', '\uffff', 7, {}, undefined])
      expect(read({ ...close, matched_name }).matchedName).toBeNull()
  })

  it("has a bank's name of at most 200 code points, visibly cut, with visible control characters", () => {
    const name = (matched_name: string) =>
      read({ status: 'completed', match_result: 'close_match', matched_name }).matchedName
    expect([name('x'.repeat(200)), name('x'.repeat(100_000))]).toEqual([
      'x'.repeat(200),
      `${'x'.repeat(199)}…`,
    ])
    expect([name('𝒜'.repeat(200)), name('𝒜'.repeat(300))]).toEqual(['𝒜'.repeat(200), `${'𝒜'.repeat(199)}…`])
    expect(name('a\u0000b\nc')).toBe('a\ufffdb\ufffdc')
    expect(name('Ann \u202egro.tset\u2066')).toBe('Ann \ufffdgro.tset\ufffd')
    expect(name('A\u061cn\u200en\u200f B\u2028C\u2029D')).toBe('A\ufffdn\ufffdn\ufffd B\ufffdC\ufffdD')
    expect(name('\u05d0\u05d1 Levi')).toBe('\u05d0\u05d1 Levi')
    expect(name('a\ud800b')?.isWellFormed()).toBe(true)
  })

  it('has an ID only when it is a UUID, because the ID is used in a path', () => {
    expect(read({ id: ID.toUpperCase() }).upstreamId).toBe(ID)
    for (const id of ['../token', '', 7, null, `${ID}/x`]) expect(read({ id }).upstreamId).toBeNull()
  })

  it('keeps the enrichment with the states of the specification, and a BIC only when it is well-formed', () => {
    const enrichment = {
      status: 'completed',
      bic_code: { value: 'AGRIFRPP', status: 'completed' },
      bank_name: { value: null, status: 'unavailable' },
    }
    expect(read({ enrichment }).enrichment).toEqual({
      status: 'completed',
      bicCode: { value: 'AGRIFRPP', status: 'completed' },
      bankName: { value: null, status: 'unavailable' },
    })
    const broken = { ...enrichment, bic_code: { value: '<b>', status: 'completed' } }
    expect(read({ enrichment: broken }).enrichment?.bicCode).toEqual({ value: null, status: 'completed' })
    const odd = {
      status: 'COMPLETED',
      bic_code: { value: 'AGRIFRPP', status: 'maybe' },
      bank_name: { status: 1 },
    }
    expect(read({ enrichment: odd }).enrichment).toEqual({
      status: null,
      bicCode: { value: 'AGRIFRPP', status: null },
      bankName: { value: null, status: null },
    })
    for (const none of [null, undefined, 'x', []]) expect(read({ enrichment: none }).enrichment).toBeNull()
  })

  it('has pending bank details while one of the two is pending', () => {
    const [done, open] = [{ value: 'AGRIFRPP', status: 'completed' }, { status: 'pending' }]
    const statusOf = (more: object) =>
      read({ enrichment: { status: 'completed', ...more } }).enrichment?.status
    expect(statusOf({ bic_code: done, bank_name: open })).toBe('pending')
    expect(statusOf({ bic_code: open, bank_name: done })).toBe('pending')
    expect(statusOf({ bic_code: open })).toBe('pending')
    expect(statusOf({ bic_code: done, bank_name: done })).toBe('completed')
    expect(read({ enrichment: { bank_name: open } }).enrichment?.status).toBe('pending')
  })
})

it.each([
  ['completed', false, true],
  ['failed', false, true],
  ['rejected', false, true],
  ['pending', false, false],
  ['pending', true, false],
  ['settled', false, false],
  ['settled', true, true],
  [undefined, false, false],
  [undefined, true, true],
])('a status “%s”, when nothing more is to come (%s), is a final answer: %s', (status, over, answered) => {
  expect(isFinalAnswer({ status }, over)).toBe(answered)
})

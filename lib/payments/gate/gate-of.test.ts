import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnswerEvidence,
  DEFAULT_PAYMENT_POLICY,
  GATE_REASONS,
  GATES,
  type LineEvidence,
  type PaymentPolicy,
} from './gate'
import { gateOf, RELEASABLE_GATES } from './gate-of'

const AT = new Date('2026-03-31T12:00:00Z')
const daysAgo = (days: number) => new Date(AT.getTime() - days * 86_400_000)

const match: AnswerEvidence = {
  status: 'completed',
  result: 'match',
  answeredAt: daysAgo(1),
  review: null,
  repeated: false,
  byUploader: false,
}
const close: AnswerEvidence = { ...match, result: 'close_match', review: 'todo' }
const noMatch: AnswerEvidence = { ...close, result: 'no_match' }
const pending: AnswerEvidence = { ...match, status: 'pending', result: null, answeredAt: null }
const approved: AnswerEvidence = { ...close, review: 'approved' }
const adopted: Partial<LineEvidence> = { ours: approved, adoptedName: 'Ateliers Moreau SARL' }
const repeated: AnswerEvidence = { ...approved, repeated: true }
const line: LineEvidence = {
  account: 'iban',
  amount: '100.00',
  edited: false,
  notSentCode: null,
  version: 'pain.001.001.09',
  erased: false,
  ours: match,
  bank: null,
  adoptedName: null,
  duplicate: false,
  duplicateCleared: false,
  heldFileOut: false,
  newIban: false,
  newIbanConfirmed: false,
}
const answered = (status: AnswerEvidence['status']): Partial<LineEvidence> => ({
  ours: { ...match, status, result: null },
})
const unsent = (notSentCode: string): Partial<LineEvidence> => ({ notSentCode, ours: null })

type Case = [string, Partial<LineEvidence>, string, Partial<PaymentPolicy>?]

/** What the line is like, and the expected `gate reason`. In the order of the rules of `gateOf`. */
const CASES: Case[] = [
  ['whose values were erased', { erased: true, edited: true }, 'held erased'],
  ['that was edited', { edited: true, amount: null }, 'held edited'],
  ['that was edited, with an adopted bank name', { edited: true, ...adopted }, 'held edited'],
  ['without a readable amount', { amount: null }, 'held amount_unreadable'],
  [
    'without a readable amount, under a policy that lets unchecked lines pass',
    { amount: null, account: 'other' },
    'held amount_unreadable',
    { letUncheckedPass: true },
  ],
  ['to another kind of account', { account: 'other', ours: null }, 'held other_account'],
  ['without an account', { account: 'none', ours: null }, 'held no_account'],
  ['of a total, without account or amount', { account: 'none', amount: null }, 'held no_account'],
  ['by cheque', { account: 'cheque', ours: null }, 'held cheque'],
  ['of an equivalent amount', { account: 'equivalent', ours: null }, 'held equivalent_amount'],
  [
    'to another kind of account, under a policy that lets unchecked lines pass',
    { account: 'other', ours: null, notSentCode: 'iban_required' },
    'unchecked other_account',
    { letUncheckedPass: true },
  ],
  [
    'that can pass unchecked but may have been paid already',
    { account: 'cheque', ours: null, heldFileOut: true },
    'held held_file_out',
    { letUncheckedPass: true },
  ],
  [
    'without any account, under a policy that lets unchecked lines pass',
    { account: 'none', ours: null, notSentCode: 'iban_required' },
    'held no_account',
    { letUncheckedPass: true },
  ],
  [
    'to another kind of account that was left out, under that policy',
    { account: 'other', ours: null, notSentCode: 'left_out' },
    'held left_out',
    { letUncheckedPass: true },
  ],
  [
    'to another kind of account whose upload was stopped, under that policy',
    { account: 'other', ours: null, notSentCode: 'stopped' },
    'held stopped',
    { letUncheckedPass: true },
  ],
  [
    'of an equivalent amount to an IBAN that was rejected in review, under that policy',
    { account: 'equivalent', ours: { ...noMatch, review: 'rejected' } },
    'held rejected_in_review',
    { letUncheckedPass: true },
  ],
  [
    'by cheque to an IBAN whose review is open, under that policy',
    { account: 'cheque', ours: noMatch },
    'waiting decision_open',
    { letUncheckedPass: true },
  ],
  [
    'of an equivalent amount to an IBAN that matches, under that policy',
    { account: 'equivalent' },
    'unchecked equivalent_amount',
    { letUncheckedPass: true },
  ],
  ['with an invalid IBAN', unsent('iban_checksum'), 'held invalid'],
  ['with an invalid name', unsent('name_too_long'), 'held invalid'],
  ['whose row was left out of the upload', unsent('left_out'), 'held left_out'],
  ['whose check was stopped', { ...answered('not_sent'), notSentCode: 'stopped' }, 'held stopped'],
  ['whose rows differ from the stored file', unsent('file_differs'), 'held stopped'],
  ['whose check was not sent', { ...answered('not_sent'), notSentCode: 'no_credits' }, 'held not_sent'],
  ['whose check was not sent for no known reason', answered('not_sent'), 'held not_sent'],
  ['whose check was stopped, and has matched since', { notSentCode: 'stopped' }, 'clear match'],
  ['that took the known answer of an earlier check', { notSentCode: 'known_match' }, 'clear match'],
  ['whose check failed', answered('failed'), 'held failed'],
  ['whose check completed without a result', answered('completed'), 'held failed'],
  ['whose outcome is unknown', answered('unknown'), 'held unknown'],
  ['refused by the provider', answered('rejected'), 'held rejected_by_provider'],
  ['rejected in review', { ours: { ...noMatch, review: 'rejected' } }, 'held rejected_in_review'],
  ['that may be a duplicate', { duplicate: true, newIban: true }, 'held possible_duplicate'],
  ['confirmed to be no duplicate', { duplicate: true, duplicateCleared: true }, 'clear match'],
  ['in a held file that was downloaded', { heldFileOut: true, newIban: true }, 'held held_file_out'],
  ['with a new IBAN of a known supplier', { newIban: true }, 'held new_iban'],
  ['with a new IBAN, without an answer', { newIban: true, ours: pending }, 'held new_iban'],
  ['with a new IBAN that was confirmed', { newIban: true, newIbanConfirmed: true }, 'clear match'],
  ['answered too long ago', { ours: { ...match, answeredAt: daysAgo(30.1) } }, 'held too_old'],
  ['decided, but answered too long ago', { ours: { ...approved, answeredAt: daysAgo(31) } }, 'held too_old'],
  ['answered just in time', { ours: { ...match, answeredAt: daysAgo(30) } }, 'clear match'],
  [
    'answered too long ago for a stricter policy',
    { ours: { ...match, answeredAt: daysAgo(8) } },
    'held too_old',
    { maxAgeDays: 7 },
  ],
  [
    'checked again, although the bank answered too long ago',
    { ours: match, bank: { ...match, answeredAt: daysAgo(31) } },
    'clear match',
  ],
  ['without an answer', { ours: null }, 'waiting answer_open'],
  ['whose answer is pending', { ours: pending }, 'waiting answer_open'],
  ['whose review is undecided', { ours: close }, 'waiting decision_open'],
  [
    'whose review needs a second approval',
    { ours: { ...noMatch, review: 'second_approval' } },
    'waiting decision_open',
  ],
  ['whose review was escalated', { ours: { ...noMatch, review: 'escalated' } }, 'waiting decision_open'],
  ['without a match and without a review', { ours: { ...noMatch, review: null } }, 'held decision_open'],
  ['whose review was replaced', { ours: { ...noMatch, review: 'superseded' } }, 'held decision_open'],
  ['that matches', {}, 'clear match'],
  ['approved in review', { ours: approved }, 'clear approved'],
  ['without a match, approved', { ours: { ...noMatch, review: 'approved' } }, 'clear approved'],
  ['approved by a rule, because it was approved before', { ours: repeated }, 'clear decided_before'],
  [
    'approved by a rule that the policy doesn’t accept',
    { ours: repeated },
    'waiting decision_open',
    { decisionMemory: false },
  ],
  [
    'approved by who uploaded its run',
    { ...adopted, ours: { ...approved, byUploader: true } },
    'held approved_by_uploader',
  ],
  ['approved with the bank’s name', adopted, 'corrected bank_name_adopted'],
  [
    'approved with a bank’s name that its version of file can’t contain',
    { ...adopted, adoptedName: 'Łukasz Nowak', version: 'pain.001.001.03.ch.02' },
    'held name_letters',
  ],
  ['without a match at the payer’s bank', { bank: noMatch }, 'waiting decision_open'],
  [
    'without a match at the payer’s bank, rejected in review',
    { bank: { ...noMatch, review: 'rejected' } },
    'held rejected_in_review',
  ],
  ['that the payer’s bank is still checking', { bank: pending }, 'waiting answer_open'],
  ['pending at the payer’s bank', { bank: { ...pending, answeredAt: daysAgo(1) } }, 'waiting answer_open'],
  ['failed at the payer’s bank', { bank: { ...match, status: 'failed', result: null } }, 'held failed'],
  [
    'whose review is undecided, with a match at the payer’s bank',
    { ours: close, bank: match },
    'waiting decision_open',
  ],
  ['with a match here and at the payer’s bank', { bank: match }, 'clear match'],
  ['approved after the answer of the payer’s bank', { bank: approved }, 'clear approved'],
  [
    'approved with the name in the bank report',
    { bank: approved, adoptedName: 'Moreau SARL' },
    'corrected bank_name_adopted',
  ],
  ['that only the payer’s bank answered', { ours: null, bank: match }, 'waiting answer_open'],
  [
    'whose row was left out, with a match at the payer’s bank',
    { ...unsent('left_out'), bank: match },
    'held left_out',
  ],
]

describe('a payment line', () => {
  it.each(CASES)('$0 is $2', (_, given, wanted, policy = {}) => {
    const { gate, reason } = gateOf({ ...line, ...given }, { ...DEFAULT_PAYMENT_POLICY, ...policy }, AT)
    expect(`${gate} ${reason}`).toBe(wanted)
  })
  it('can be released if it is clear or corrected, or if the policy lets it pass unchecked', () => {
    expect(GATES.filter((gate) => RELEASABLE_GATES.includes(gate))).toEqual([
      'clear',
      'corrected',
      'unchecked',
    ])
  })
})

const date = fc.option(fc.date({ min: daysAgo(400), max: AT, noInvalidDate: true }))
const answer = fc.record<AnswerEvidence>({
  status: fc.constantFrom('pending', 'completed', 'failed', 'rejected', 'unknown', 'not_sent'),
  result: fc.constantFrom('match', 'close_match', 'no_match', 'account_not_verifiable', null),
  answeredAt: date,
  review: fc.constantFrom('todo', 'second_approval', 'escalated', 'approved', 'rejected', 'superseded', null),
  repeated: fc.boolean(),
  byUploader: fc.boolean(),
})
const anything = fc.record<LineEvidence>({
  account: fc.constantFrom('iban', 'other', 'none', 'cheque', 'equivalent'),
  amount: fc.option(fc.constant(line.amount)),
  edited: fc.boolean(),
  notSentCode: fc.option(fc.oneof(fc.string(), fc.constantFrom('left_out', 'stopped', 'iban_length'))),
  version: fc.constantFrom('pain.001.001.09', 'pain.001.001.03.ch.02', null),
  erased: fc.boolean(),
  ours: fc.option(answer),
  bank: fc.option(answer),
  adoptedName: fc.option(fc.string({ minLength: 1 })),
  duplicate: fc.boolean(),
  duplicateCleared: fc.boolean(),
  heldFileOut: fc.boolean(),
  newIban: fc.boolean(),
  newIbanConfirmed: fc.boolean(),
})
/** Up to four facts differ from a line that matches: a line about which everything is random is almost always held. */
const evidence = fc
  .tuple(anything, fc.subarray(Object.keys(line) as (keyof LineEvidence)[], { maxLength: 4 }))
  .map(([other, facts]) => ({ ...line, ...Object.fromEntries(facts.map((fact) => [fact, other[fact]])) }))
const policy = fc.record<PaymentPolicy>({
  maxAgeDays: fc.integer({ min: 1, max: 365 }),
  letUncheckedPass: fc.boolean(),
  decisionMemory: fc.boolean(),
  duplicateDays: fc.integer({ min: 1, max: 365 }),
})
const rank = (given: LineEvidence, rules: PaymentPolicy) =>
  ['clear', 'corrected', 'unchecked', 'waiting', 'held'].indexOf(gateOf(given, rules, AT).gate)

describe('for any evidence and any policy', () => {
  it('a line has a gate and a reason, and the same ones each time', () => {
    fc.assert(
      fc.property(evidence, policy, (given, rules) => {
        const verdict = gateOf(given, rules, AT)
        expect(GATES).toContain(verdict.gate)
        expect(GATE_REASONS).toContain(verdict.reason)
        expect(gateOf(given, rules, AT)).toEqual(verdict)
      }),
    )
  })

  it('a line can be released only if it is unedited, has an amount, and can’t be paid twice or to a new IBAN', () => {
    let releasable = 0
    fc.assert(
      fc.property(evidence, policy, (given, rules) => {
        if (!RELEASABLE_GATES.includes(gateOf(given, rules, AT).gate)) return
        releasable += 1
        expect(given).toMatchObject({ amount: line.amount, edited: false, erased: false, heldFileOut: false })
        expect(given.duplicate && !given.duplicateCleared).toBe(false)
        expect(given.newIban && !given.newIbanConfirmed).toBe(false)
      }),
    )
    expect(releasable).toBeGreaterThan(9)
  })

  it('an answer of the payer’s bank never clears a line that is held or waiting without it', () => {
    fc.assert(
      fc.property(evidence, policy, answer, (given, rules, bank) => {
        const alone = rank({ ...given, bank: null }, rules)
        if (alone >= 3) expect(rank({ ...given, bank }, rules)).toBeGreaterThanOrEqual(3)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { decisionInput, groupInput } from './schema'

const evidenceHash = 'a'.repeat(64)
const id = '7f6c2a3e-0b1d-4c5e-8f90-a1b2c3d4e5f6'
const isValid = (fields: object) => decisionInput.safeParse({ evidenceHash, ...fields }).success
const isValidOfGroup = (fields: object) =>
  groupInput.safeParse({ items: [{ id, evidenceHash }], ...fields }).success

describe('the reason of a decision', () => {
  it.each([
    ['approve', 'spelling_or_accent', 'suspected_fraud'],
    ['reject', 'suspected_fraud', 'spelling_or_accent'],
    ['escalate', 'needs_document', 'different_person'],
  ])('to %s can be %s and not %s', (decision, ours, other) => {
    expect(isValid({ decision, reason: ours })).toBe(true)
    expect(isValid({ decision, reason: other })).toBe(false)
  })

  it('needs a note if it is meaningless without one, unless the decision repeats an earlier one', () => {
    const other = { decision: 'reject', reason: 'other' }
    expect(isValid(other)).toBe(false)
    expect(isValid({ ...other, note: 'The payee has closed the account.' })).toBe(true)
    expect(isValid({ ...other, repeats: id })).toBe(true)
  })

  it('is checked in the same way for a group', () => {
    expect(isValidOfGroup({ decision: 'approve', reason: 'spelling_or_accent' })).toBe(true)
    expect(isValidOfGroup({ decision: 'approve', reason: 'suspected_fraud' })).toBe(false)
    expect(isValidOfGroup({ decision: 'approve', reason: 'confirmed_with_payee' })).toBe(false)
  })
})

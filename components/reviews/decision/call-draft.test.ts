import { describe, expect, it } from 'vitest'
import {
  type CallDraft,
  callDraftOf,
  hasCallInput,
  localNow,
  NO_CALL,
  readDraft,
  withCallField,
} from './call-draft'

const FULL: CallDraft = {
  person: ' Claire Martin ',
  number: '+33 1 23 45 67 89',
  numberSource: 'contract',
  calledAt: localNow(),
  outcome: 'confirmed',
}

describe('the call form', () => {
  it('becomes a record when every field is valid', () => {
    expect(readDraft({ ...FULL, number: ` ${FULL.number} ` })).toEqual({
      call: { ...FULL, person: 'Claire Martin', calledAt: new Date(FULL.calledAt).toISOString() },
    })
  })

  it('comes back from its record, when the decision was refused', () => {
    const read = readDraft(FULL)
    const record = 'call' in read ? read.call : null
    expect(record && callDraftOf(record)).toEqual({ ...FULL, person: 'Claire Martin' })
  })

  it('names the fields that are missing or invalid', () => {
    expect(readDraft(NO_CALL)).toEqual({ wrong: ['person', 'number', 'numberSource', 'calledAt', 'outcome'] })
    expect(readDraft({ ...FULL, number: 'the usual one' })).toEqual({ wrong: ['number'] })
    expect(readDraft({ ...FULL, number: '(+33) 1 23 45 67 89' })).toHaveProperty('call')
    const tomorrow = localNow(new Date(Date.now() + 24 * 3_600_000))
    expect(readDraft({ ...FULL, calledAt: tomorrow })).toEqual({ wrong: ['calledAt'] })
    const lastYear = localNow(new Date(Date.now() - 365 * 24 * 3_600_000))
    expect(readDraft({ ...FULL, calledAt: lastYear })).toEqual({ wrong: ['calledAt'] })
    expect(readDraft({ ...FULL, calledAt: '0026-01-05T10:00' })).toEqual({ wrong: ['calledAt'] })
  })

  it('takes the current time with the first input, and keeps a time that was chosen', () => {
    expect(withCallField(NO_CALL, 'person', 'C').calledAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    expect(withCallField(FULL, 'person', 'C').calledAt).toBe(FULL.calledAt)
    expect(hasCallInput(NO_CALL)).toBe(false)
    expect(hasCallInput(FULL)).toBe(true)
    expect(hasCallInput({ ...NO_CALL, person: 'C' })).toBe(true)
    expect(hasCallInput({ ...NO_CALL, number: '1' })).toBe(true)
    expect(hasCallInput({ ...NO_CALL, person: ' ', number: ' ' })).toBe(false)
  })
})

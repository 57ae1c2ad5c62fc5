import { describe, expect, it } from 'vitest'
import { Problem } from '@/components/live/request'
import { problemKey } from './problems'

const refused = (code: string, more = {}) => new Problem(422, { code, ...more })

describe('the message for a refused decision', () => {
  it("names what differs when the provider's batch is another one", () => {
    expect(problemKey(refused('attach_mismatch', { differs: ['items'] }))).toBe('mismatch_items')
    expect(problemKey(refused('attach_mismatch', { differs: ['time'] }))).toBe('mismatch_time')
    expect(problemKey(refused('attach_mismatch', { differs: ['items', 'time'] }))).toBe('mismatch_both')
    expect(problemKey(refused('attach_mismatch', { differs: ['id'] }))).toBe('mismatch_id')
  })

  it('is found by the code of a field as well as by the code of the whole', () => {
    expect(problemKey(refused('too_early'))).toBe('too_early')
    const field = { path: 'upstreamId', code: 'attach_invalid', message: '' }
    expect(problemKey(refused('validation_failed', { errors: [field] }))).toBe('attach_invalid')
  })

  it('is the shared one when there was no answer', () => {
    expect(problemKey(new Error('x'))).toBe('other')
  })
})

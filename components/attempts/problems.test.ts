import { describe, expect, it } from 'vitest'
import { Problem } from '@/components/live/request'
import { problemKey } from './problems'

const refused = (code: string, more = {}) => new Problem(422, { code, ...more })

describe('the words of a refused decision', () => {
  it('say what differs when the batch of the provider is another one', () => {
    expect(problemKey(refused('attach_mismatch', { differs: ['items'] }))).toBe('mismatch_items')
    expect(problemKey(refused('attach_mismatch', { differs: ['time'] }))).toBe('mismatch_time')
    expect(problemKey(refused('attach_mismatch', { differs: ['items', 'time'] }))).toBe('mismatch_both')
  })

  it('find the code of a field as well as the code of the whole', () => {
    expect(problemKey(refused('too_early'))).toBe('too_early')
    const field = { path: 'upstreamId', code: 'attach_invalid', message: '' }
    expect(problemKey(refused('validation_failed', { errors: [field] }))).toBe('attach_invalid')
  })

  it('never show a code that nobody wrote words for', () => {
    expect(problemKey(refused('surprise'))).toBe('other')
    expect(problemKey(new Error('x'))).toBe('other')
  })
})

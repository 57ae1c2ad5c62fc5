import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { KIND_ICONS, KINDS, outcomeKindOf } from './kinds'

describe('the kind of a check', () => {
  it.each([
    ['completed', 'match', 'match'],
    ['completed', 'close_match', 'close_match'],
    ['completed', 'no_match', 'no_match'],
    ['completed', 'account_not_verifiable', 'account_not_verifiable'],
    ['failed', null, 'failed'],
    ['rejected', null, 'rejected'],
    ['pending', null, 'waiting'],
    ['unknown', null, 'unknown'],
    ['not_sent', null, 'not_sent'],
  ])('of %s with %s is %s', (status, result, kind) => {
    expect(outcomeKindOf(status, result)).toBe(kind)
  })

  it('of anything unrecognised is failed, never a match', () => {
    expect(outcomeKindOf('completed', 'perfect_match')).toBe('failed')
    expect(outcomeKindOf('completed', null)).toBe('failed')
    expect(outcomeKindOf('constructor', 'match')).toBe('failed')
  })

  it('has its own icon, so that colour is never the only indicator', () => {
    expect(new Set(KINDS.map((kind) => KIND_ICONS[kind])).size).toBe(KINDS.length)
  })

  it('is red only for a no match', () => {
    const blocks = readFileSync('components/outcome/outcome.css', 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)
    const red = [...blocks].filter(([, , rules = '']) => /--(?:nomatch|danger)/.test(rules))
    expect(red.length).toBeGreaterThan(0)
    for (const [, where = ''] of red) expect(where).toContain('[data-kind="no_match"]')
  })
})

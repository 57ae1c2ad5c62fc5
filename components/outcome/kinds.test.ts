import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { KIND_ICONS, KINDS } from './kinds'

describe('the kind of a check', () => {
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

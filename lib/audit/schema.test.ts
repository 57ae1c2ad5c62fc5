import { describe, expect, it } from 'vitest'
import { AUDIT_KINDS, nounsOf } from '@/lib/audit/schema'
import words from '@/messages/en/audit.json' with { type: 'json' }

describe('the filter of the audit log', () => {
  it('finds every action that has a sentence under one of its kinds, and each under one only', () => {
    const { other: _, ...actions } = words.action
    expect(AUDIT_KINDS.flatMap(nounsOf).sort()).toEqual(Object.keys(actions).sort())
  })

  it('has a word for every kind', () => {
    expect(Object.keys(words.kind).sort()).toEqual([...AUDIT_KINDS].sort())
  })

  it('takes any other noun for itself', () => {
    expect(nounsOf('upstream')).toEqual(['upstream'])
    expect(nounsOf('constructor')).toEqual(['constructor'])
  })
})

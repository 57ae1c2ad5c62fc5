import { describe, expect, it } from 'vitest'
import { AUDIT_KINDS, isAcceptedAuditFilter, objectTypesOf } from '@/lib/audit/filters'
import { auditQuerySchema } from '@/lib/audit/schema'
import words from '@/messages/en/audit.json' with { type: 'json' }

describe('the filter of the audit log', () => {
  it('lists every action that has a sentence under exactly one kind', () => {
    const { other: _, ...actions } = words.action
    expect(AUDIT_KINDS.flatMap(objectTypesOf).sort()).toEqual(Object.keys(actions).sort())
  })

  it('has a label for every kind', () => {
    expect(Object.keys(words.kind).sort()).toEqual([...AUDIT_KINDS].sort())
  })

  it('treats any other noun as itself', () => {
    expect(objectTypesOf('upstream')).toEqual(['upstream'])
    expect(objectTypesOf('constructor')).toEqual(['constructor'])
  })

  it('accepts in a URL what the API accepts, and nothing else', () => {
    const given = {
      who: ['0192f0c1-7a3e-7b52-9c1d-2f6a1b3c4d5e', '0192f0c1', ''],
      kind: ['user', 'upstream', 'Users', 'a'.repeat(41)],
      from: ['2026-11-21', '2024-02-29', '2026-02-29', '0000-01-01', '2026-11', 'today'],
      to: ['2026-12-31', '2026-13-01'],
      after: ['1', '1'.repeat(18), '1'.repeat(19), '-1', ''],
    }
    for (const [name, values] of Object.entries(given))
      for (const value of values)
        expect([value, isAcceptedAuditFilter(name, value)]).toEqual([
          value,
          auditQuerySchema.safeParse({ [name]: value }).success,
        ])
    expect(isAcceptedAuditFilter('constructor', 'x')).toBe(false)
  })

  it('refuses the cursor of another list with the code that all lists have', () => {
    const { error } = auditQuerySchema.safeParse({ after: 'WyIyMDI2Il0' })
    expect(error?.issues).toMatchObject([{ path: ['after'], params: { code: 'pagination' } }])
  })
})

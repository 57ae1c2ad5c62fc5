import { describe, expect, it } from 'vitest'
import { STATUS_REASONS } from '@/lib/history/filters'
import type { VerificationView } from '@/lib/verifications/view'
import files from '@/messages/en/originalExport.json' with { type: 'json' }
import result from '@/messages/en/result.json' with { type: 'json' }
import { caseOf } from './result-case'

describe.each(STATUS_REASONS)('the result reason %s', (reason) => {
  it('has a case of its own', () => {
    const check = { outcome: 'failed', unrecognised: null, statusReason: reason, problemCode: null }
    expect(caseOf(check as VerificationView).key).toBe(reason)
  })

  it('has a label in filters and a sentence in files', () => {
    expect(result.reason).toHaveProperty(reason)
    expect(files.reason).toHaveProperty(reason)
  })
})

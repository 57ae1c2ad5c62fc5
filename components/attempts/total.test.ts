import { describe, expect, it } from 'vitest'
import { totalOf } from './total'

const batch = { kind: 'batch', uploadId: 'u', fileName: 'f.csv', batch: 1, batches: 2 } as const
const check = { kind: 'check', verificationId: 'v' } as const

describe('what is at stake', () => {
  it('counts one credit for each verification that may have been billed', () => {
    expect(
      totalOf([
        { environment: 'live', items: 2000, subject: batch, resolution: null },
        { environment: 'live', items: 1, subject: check, resolution: null },
      ]),
    ).toEqual({ credits: 2001, batches: 1, checks: 1, waiting: 0 })
  })

  it('counts no credit for the sandbox, but still shows its requests', () => {
    const total = totalOf([{ environment: 'sandbox', items: 1, subject: check, resolution: null }])
    expect(total).toEqual({ credits: 0, batches: 0, checks: 1, waiting: 0 })
  })
})

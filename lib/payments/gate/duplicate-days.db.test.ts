import { describe, expect, it } from 'vitest'
import { evidenceOf, evidencePages } from '@/lib/payments/gate/evidence.server'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { createPeople } from '@/lib/payments/testing/people'
import {
  createTestRun,
  numberLines,
  paymentTo,
  readGates,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'

const [MINUTE, DAY] = [60_000, 86_400_000]
let holder = 500
const [analyst, reviewer] = await createPeople()

describe('a possible duplicate', () => {
  it.each([
    ['89 days', 89 * DAY, 'held possible_duplicate'],
    ['90 days, a few minutes before the end', 90 * DAY - 10 * MINUTE, 'held possible_duplicate'],
    ['90 days and a few minutes', 90 * DAY + 10 * MINUTE, 'clear match'],
    ['91 days', 91 * DAY, 'clear match'],
  ])('of a payment or a file that was released $0 ago is $2', async (_, ago, gate) => {
    holder += 2
    const [n, messageId] = [holder, `MSG-${ago}`]
    const earlier = await createTestRun(analyst, numberLines(paymentTo(n)), { file: { messageId } })
    await storeAnswers(earlier, { 1: 'match' })
    await storeRelease(earlier, reviewer.actor.id, [1], { releasedAt: new Date(Date.now() - ago) })
    const equal = await createTestRun(analyst, numberLines(paymentTo(n)))
    const sameFile = await createTestRun(analyst, numberLines(paymentTo(n + 1)), { file: { messageId } })
    for (const id of [equal, sameFile]) await storeAnswers(id, { 1: 'match' })
    expect([await readGates(equal), await readGates(sameFile)]).toEqual([{ 1: gate }, { 1: gate }])
  })

  it('counts for 90 times 24 hours, in every time zone and across a change to summer time', async () => {
    const id = await createTestRun(analyst, numberLines(paymentTo(77_777)))
    const { value: [row] = [] } = await evidencePages(db(), id, { open: true }).next()
    if (!row) throw new Error('no line')
    const at = new Date('2026-05-15T00:30:00+02:00')
    const isDuplicate = (equalAt: string) =>
      evidenceOf({ ...row, at, equalAt: new Date(equalAt) }, DEFAULT_PAYMENT_POLICY).duplicate
    const usual = process.env.TZ
    try {
      for (const zone of ['Europe/Paris', 'UTC', 'Pacific/Kiritimati', 'America/Adak']) {
        process.env.TZ = zone
        expect(isDuplicate('2026-02-13T22:30:00Z')).toBe(true)
        expect(isDuplicate('2026-02-13T22:29:59.999Z')).toBe(false)
      }
    } finally {
      if (usual === undefined) delete process.env.TZ
      else process.env.TZ = usual
    }
  })
})

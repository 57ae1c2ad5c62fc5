import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { changePaymentPolicy } from '@/lib/payments/policy/change.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { createAnsweredRun, newPayments, release } from '@/lib/payments/release/testing/fixtures'
import { storeRelease } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { actsWaiting, countLockWaits, lockAuditLog } from '@/lib/platform/testing/locks'
import { codeOf } from '@/lib/platform/testing/refusals'

await insertConnection()
const [analyst, one, other] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('reviewer'),
]

it('a release that is planned while another one takes its lines says that the run has changed', async () => {
  const id = await createAnsweredRun(analyst, newPayments(2))
  const { second } = await db().$transaction(async (tx) => {
    // planning reads the lines, then the profiles of banks, then what earlier releases took
    await tx.$executeRaw`lock table bank_profiles in access exclusive mode`
    const second = codeOf(release(id, other))
    await expect.poll(countLockWaits).toBe(1)
    await storeRelease(id, one.id, [1, 2])
    return { second }
  })
  expect(await second).toBe('run_changed')
  expect(await db().paymentRelease.count({ where: { uploadId: id } })).toBe(1)
})

it('a release that is stored while the policy changes is not made under the old one', async () => {
  const admin = await insertPerson('admin')
  const id = await createAnsweredRun(analyst, newPayments(1))
  const before = await readPaymentPolicy()
  const outcomes = await actsWaiting(lockAuditLog, [
    () => changePaymentPolicy({ ...before, maxAgeDays: before.maxAgeDays + 1, before }, admin),
    () => release(id, one),
  ])
  expect(outcomes).toEqual(['done', 'run_changed'])
})

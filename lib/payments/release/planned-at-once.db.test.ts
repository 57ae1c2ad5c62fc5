import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createAnsweredRun, newPayments, release } from '@/lib/payments/release/testing/fixtures'
import { storeRelease } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
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

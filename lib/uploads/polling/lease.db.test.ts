import { expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { keepLeaseRenewed, type Lease, leaseDueBulks, returnLease } from '@/lib/uploads/polling/lease.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { startProvider } from '@/service/testing/start-provider'

const analyst = await insertPerson()
const provider = await startProvider()
await insertConnection(provider.baseUrl)

/** The lease of the only bulk of an upload that was sent. */
async function leased(): Promise<Lease> {
  const id = await storeCompared(requestOf(linesOf(keptRows(3))), analyst)
  const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
  await sendBulk(bulk.id)
  return leaseAgain(bulk.id)
}
/** Another process leases the bulk, whose last lease has expired. */
async function leaseAgain(id: string): Promise<Lease> {
  await db().bulk.update({ where: { id }, data: { nextPollAt: new Date(0), leaseUntil: null } })
  const lease = (await leaseDueBulks(50)).find((one) => one.id === id)
  if (!lease) throw new Error('no lease')
  return lease
}
const until = async ({ id }: Lease) => (await db().bulk.findUniqueOrThrow({ where: { id } })).leaseUntil
/** What a process that still holds this lease does every five seconds. */
async function renew(lease: Lease): Promise<void> {
  const statements = vi.spyOn(db(), '$executeRaw')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const end = keepLeaseRenewed(lease)
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  end()
  await statements.mock.results[0]?.value
  statements.mockRestore()
}

it('a process whose lease was taken over neither renews nor returns the lease of the other', async () => {
  const old = await leased()
  const taken = await leaseAgain(old.id)
  const end = await until(taken)
  await renew(old)
  await returnLease(old, 60_000)
  expect(await until(taken)).toEqual(end)
  await renew(taken)
  expect(await until(taken)).not.toEqual(end)
})

it('a lease that was returned is not renewed by the renewal that was on its way', async () => {
  const lease = await leased()
  await returnLease(lease, 60_000)
  await renew(lease)
  expect(await until(lease)).toBeNull()
})

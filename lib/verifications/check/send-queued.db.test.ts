import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db, type Tx } from '@/lib/platform/db.server'
import { actsWaiting } from '@/lib/platform/testing/locks'
import { createAttempt } from '@/lib/upstream/attempts.server'
import { stopPaidRequests } from '@/lib/upstream/paid-requests.server'
import { claimNextCheck } from '@/lib/verifications/check/send-queue.server'
import { sendQueued } from '@/lib/verifications/check/send-queued.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'

const analyst = await insertPerson()
const provider = await startProvider()
let [old, current] = ['', '']
/** Nothing answers at the old connection. */
beforeEach(async () => {
  old = await insertConnection()
  current = await insertConnection(provider.baseUrl)
})

/** Stores a check that waits since the old connection was the active one. @returns the ID of its attempt */
async function waitingCheck(environment: 'live' | 'sandbox' = 'live'): Promise<string> {
  const id = randomUUID()
  const check = { ...PLAIN_CHECK, id, environment, requestedById: analyst.id, connectionId: old }
  await db().verification.create({ data: { ...check, status: 'pending' } })
  const attempt = await db().$transaction((tx) =>
    createAttempt(tx, { verificationId: id }, { connectionId: old }),
  )
  return attempt.id
}
const read = (id: string) =>
  db().attempt.findUniqueOrThrow({
    where: { id },
    select: {
      state: true,
      connectionId: true,
      verification: { select: { status: true, connectionId: true } },
    },
  })

it.each(['live', 'sandbox'] as const)(
  'a waiting %s check is sent with the connection that replaced its own',
  async (environment) => {
    const id = await waitingCheck(environment)
    await sendQueued(id)
    expect(await read(id)).toEqual({
      ...{ state: 'accepted', connectionId: current },
      verification: { status: 'completed', connectionId: current },
    })
  },
)

it('a waiting check is sent after its connection was deleted', async () => {
  const id = await waitingCheck()
  await db().connection.delete({ where: { id: old } })
  await sendQueued(id)
  expect(await read(id)).toMatchObject({ state: 'accepted', verification: { status: 'completed' } })
})

it('a waiting check is not claimed for a connection that was replaced meanwhile', async () => {
  const id = await waitingCheck()
  expect(await claimNextCheck(old)).toEqual({ kind: 'wait', inMs: 1 })
  expect(await read(id)).toMatchObject({ state: 'ready', verification: { status: 'pending' } })
  await sendQueued(id)
})

it('two jobs at the same moment refuse two checks once the provider refuses payment', async () => {
  const [first, second] = [await waitingCheck(), await waitingCheck()]
  await stopPaidRequests(current, { code: 'upstream_forbidden', checks: 1 })
  const lockFirst = (tx: Tx) => tx.$executeRaw`select from attempts where id = ${first}::uuid for update`
  await actsWaiting(lockFirst, [() => sendQueued(first), () => sendQueued(second)])
  expect([(await read(first)).state, (await read(second)).state]).toEqual(['not_sent', 'not_sent'])
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { proposedAt } from '@/app/api/attempts/testing/lost-batches'
import { confirmCheck, resolveCheck } from '@/lib/attempts/check.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db, lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { countLockWaits, signedOutWaiting } from '@/lib/platform/testing/locks'
import { recheck } from '@/lib/verifications/check/recheck.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'

const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
const provider = await startProvider()
const connectionId = await insertConnection(provider.baseUrl, 10)

/** A check whose response was lost, and that one reviewer declared not billed. */
async function declared(): Promise<{ id: string; attemptId: string }> {
  const id = randomUUID()
  const requestedById = analyst.actor.id
  await db().verification.create({
    data: { ...PLAIN_CHECK, id, status: 'unknown', connectionId, requestedById },
  })
  const sendDeadline = new Date(Date.now() - 61_000)
  const { id: attemptId } = await db().attempt.create({
    data: { verificationId: id, connectionId, state: 'unknown', claimedAt: sendDeadline, sendDeadline },
  })
  const input = { as: 'not_billed', reason: 'It never arrived', evidence: 'Ticket 4711' } as const
  await resolveCheck(attemptId, input, reviewer)
  return { id, attemptId }
}
/** Locks the attempt, as everything that decides about it does. */
const lockAttempt = (tx: Tx, id: string) =>
  tx.$executeRaw`select 1 from attempts where id = ${id}::uuid for update`
const again = (id: string) => recheck(id, analyst)

describe('a check that one person runs again while another has it sent again', () => {
  it('is sent once, if the new check is stored first', async () => {
    const { id, attemptId } = await declared()
    const seen = { agree: true, proposedAt: await proposedAt(attemptId) }
    let made: Promise<unknown> = Promise.resolve()
    let confirmed: Promise<unknown> = Promise.resolve()
    await db().$transaction(async (tx) => {
      await takeLocks(tx, [lockOf(`tried|${PLAIN_CHECK.iban}`)])
      made = again(id)
      await expect.poll(countLockWaits).toBe(1)
      let done = false
      confirmed = confirmCheck(attemptId, seen, second).then(() => {
        done = true
      })
      await expect.poll(async () => done || (await countLockWaits()) === 2).toBe(true)
    })
    await Promise.all([made, confirmed])
    expect(await db().verification.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'not_sent',
      problemCode: 'not_billed',
    })
    expect(await db().attempt.count({ where: { verificationId: id, state: 'ready' } })).toBe(0)
    expect(provider.ledger).toHaveLength(1)
  })
})

describe('a reviewer who was signed out while they waited for a check', () => {
  it('neither confirms its declaration nor writes it off', async () => {
    const { id, attemptId } = await declared()
    const seen = { agree: true, proposedAt: await proposedAt(attemptId) }
    const acts: ((by: Person) => Promise<void>)[] = [
      (by) => confirmCheck(attemptId, seen, by),
      (by) => resolveCheck(attemptId, { as: 'written_off', reason: 'Nobody knows' }, by),
    ]
    for (const act of acts) {
      const gone = await insertPerson('reviewer')
      const outcome = await signedOutWaiting(
        gone,
        (tx) => lockAttempt(tx, attemptId),
        () => act(gone),
      )
      expect(outcome).toBe('session_required')
    }
    expect(await db().attempt.findMany({ where: { verificationId: id } })).toMatchObject([
      { id: attemptId, state: 'unknown' },
    ])
  })
})

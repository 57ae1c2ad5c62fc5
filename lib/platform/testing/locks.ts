import { expect } from 'vitest'
import { db, type Tx } from '@/lib/platform/db.server'
import { codeOf } from '@/lib/platform/testing/refusals'

/** How many transactions of this database wait for another one. */
export async function countLockWaits(): Promise<number> {
  const [row] = await db().$queryRaw<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row?.n ?? 0
}

/** Lets an act wait for a lock, and signs its person out meanwhile. @returns the code of its refusal, else its result */
export async function signedOutWaiting(
  { actor }: { actor: { sessionId: string } },
  takeLock: (tx: Tx) => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const { outcome } = await db().$transaction(async (tx) => {
    await takeLock(tx)
    const outcome = act().catch((error: unknown) => (error as { code?: string }).code ?? error)
    await expect.poll(countLockWaits).toBe(1)
    await db().session.update({ where: { id: actor.sessionId }, data: { revokedAt: new Date() } })
    return { outcome }
  })
  return outcome
}

/**
 * Begins acts one after the other while a lock is held, so that each waits for it, or for one that began before.
 * @returns the code of the refusal of each, or `done`; any other error is thrown
 */
export async function actsWaiting(
  takeLock: (tx: Tx) => Promise<unknown>,
  acts: (() => Promise<unknown>)[],
): Promise<string[]> {
  const outcomes: Promise<string>[] = []
  await db().$transaction(async (tx) => {
    await takeLock(tx)
    for (const act of acts) {
      outcomes.push(codeOf(act()))
      await expect.poll(countLockWaits).toBe(outcomes.length)
    }
  })
  return Promise.all(outcomes)
}

/** Holds the audit log, to which an act writes last: the act has taken all its other locks when it waits. */
export const lockAuditLog = (tx: Tx): Promise<number> => tx.$executeRaw`select from audit_head for update`

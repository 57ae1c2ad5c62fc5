import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { Provider } from '@/service/testing/provider'
import { killProcess, startWorker } from './testing/worker'

/** Kills after this many sent batches and answered rows: once, and twice in the long form. */
const [ROWS, ...KILLS] = process.env.LONG ? ([600, [1, 60], [2, 240]] as const) : ([400, [1, 60]] as const)

let provider: Provider
let workers: ChildProcess[] = []

function addWorker(): ChildProcess {
  const worker = startWorker()
  workers.push(worker)
  return worker
}

/**
 * Kills between two batches: killing while a batch is being sent leaves an unknown attempt, which another test covers.
 * A stopped process claims nothing, so what is read then is still true when it dies.
 */
async function killBetweenBatches(worker: ChildProcess): Promise<void> {
  await waitFor('no batch is in flight', async () => {
    worker.kill('SIGSTOP')
    await sleep(100)
    if ((await db().attempt.count({ where: { state: 'sending' } })) === 0) return true
    worker.kill('SIGCONT')
    return false
  })
  await killProcess(worker)
}

async function waitFor<T>(
  condition: string,
  check: () => Promise<T | false | null | undefined>,
  ms = 60_000,
): Promise<T> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) {
    const found = await check()
    if (found) return found
  }
  throw new Error(`waited ${ms} ms for: ${condition}`)
}

const uploadOf = (id: string) => db().upload.findUniqueOrThrow({ where: { id } })
const sendRows = async (count: number) =>
  (await receiveUpload(requestOf(linesOf(keptRows(count))), analyst)).id

const analyst = await insertPerson()
beforeEach(async () => {
  provider = await new Provider().start()
  await insertConnection(provider.baseUrl, 200)
})
afterEach(async () => {
  await Promise.all(workers.map(killProcess))
  workers = []
  await provider.stop()
})

describe('a worker killed with -9 and started again', () => {
  it('in the middle of an upload loses nothing and submits nothing twice', { timeout: 120_000 }, async () => {
    provider.itemsPerPoll = 60
    const id = await sendRows(ROWS)
    for (const [bulks, answers] of KILLS) {
      const worker = addWorker()
      await waitFor(`${answers} rows are answered`, async () => {
        const { countMatch } = await uploadOf(id)
        return provider.ledger.length >= bulks && countMatch >= answers
      })
      await killBetweenBatches(worker)
    }
    provider.itemsPerPoll = 200
    addWorker()
    const upload = await waitFor('the upload is completed', async () => {
      const now = await uploadOf(id)
      return now.state === 'completed' && now
    })
    expect(upload).toMatchObject({ total: ROWS, countMatch: ROWS, countWaiting: 0, countUnknown: 0 })
    expect(provider.ledger.flatMap((line) => line.items)).toEqual(keptRows(ROWS))
  })

  it('while sending a batch shows it as unknown and never sends it again', {
    timeout: 120_000,
  }, async () => {
    provider.holdBulks()
    const id = await sendRows(300)
    const worker = addWorker()
    await waitFor('the provider has the first batch', async () => provider.ledger.length === 1)
    await killProcess(worker)
    // the deadline of the lost attempt (70 s) passes
    await db().$executeRaw`update attempts set send_deadline = now() where state = 'sending'`
    addWorker()
    const upload = await waitFor('the unknown outcome is visible', async () => {
      const now = await uploadOf(id)
      return now.state === 'paused' && now
    })
    expect(upload).toMatchObject({ pauseReason: 'unknown', countUnknown: 200, countWaiting: 100 })
    await sleep(4_000)
    expect(provider.ledger).toHaveLength(1)
    const attempts = await db().attempt.findMany({ where: { bulk: { uploadId: id } } })
    expect(attempts.map((attempt) => attempt.state)).toEqual(['unknown'])
  })

  it('exits on SIGTERM only after a batch in flight has its answer', async () => {
    const answer = provider.holdBulks()
    const id = await sendRows(10)
    const worker = addWorker()
    await waitFor('the provider has the batch', async () => provider.ledger.length === 1)
    const exited = once(worker, 'exit')
    worker.kill('SIGTERM')
    await sleep(1_000)
    expect(worker.exitCode).toBeNull()
    answer()
    const [code] = await exited
    expect(code).toBe(0)
    expect(await db().bulk.findFirstOrThrow({ where: { uploadId: id } })).toMatchObject({ state: 'accepted' })
  })
})

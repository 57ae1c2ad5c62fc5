import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { connect, type Person, person } from '@/lib/uploads/testing/office'
import { type Provider, startProvider } from '@/service/testing/provider'

/** Kill after this many sent batches and answered rows: twice in the long form. */
const [ROWS, ...KILLS] = process.env.LONG ? ([600, [1, 60], [2, 240]] as const) : ([400, [1, 60]] as const)

const root = path.join(import.meta.dirname, '..')
let provider: Provider
let analyst: Person
let running: ChildProcess[] = []

function startWorker(): ChildProcess {
  const args = ['--import', path.join(root, 'scripts/register.mjs'), path.join(root, 'worker/main.ts')]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  running.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/**
 * Kills between two batches: killing while a batch is being sent leaves an unknown attempt, which another test covers.
 * A stopped process claims nothing, so what is read then is still true when it dies.
 */
async function killBetweenBatches(child: ChildProcess): Promise<void> {
  await until('no batch is on its way', async () => {
    child.kill('SIGSTOP')
    await sleep(100)
    if ((await db().attempt.count({ where: { state: 'sending' } })) === 0) return true
    child.kill('SIGCONT')
    return false
  })
  await kill(child)
}

async function until<T>(
  what: string,
  look: () => Promise<T | false | null | undefined>,
  ms = 60_000,
): Promise<T> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`waited ${ms} ms for: ${what}`)
}

const uploadOf = (id: string) => db().upload.findUniqueOrThrow({ where: { id } })
const sendRows = async (count: number) =>
  (await receiveUpload(requestOf(linesOf(keptRows(count))), analyst)).id

beforeAll(async () => {
  analyst = await person()
})
beforeEach(async () => {
  provider = await startProvider()
  await connect(provider.baseUrl, 200)
})
afterEach(async () => {
  await Promise.all(running.filter((child) => child.exitCode === null && child.signalCode === null).map(kill))
  running = []
  await provider.stop()
})

describe('a worker killed with -9 and started again', () => {
  it('in the middle of an upload loses nothing and submits nothing twice', { timeout: 120_000 }, async () => {
    provider.perLook = 60
    const id = await sendRows(ROWS)
    for (const [bulks, answers] of KILLS) {
      const worker = startWorker()
      await until(`${answers} rows are answered`, async () => {
        const { countMatch } = await uploadOf(id)
        return provider.ledger.length >= bulks && countMatch >= answers
      })
      await killBetweenBatches(worker)
    }
    provider.perLook = 200
    startWorker()
    const upload = await until('the upload is completed', async () => {
      const now = await uploadOf(id)
      return now.state === 'completed' && now
    })
    expect(upload).toMatchObject({ total: ROWS, countMatch: ROWS, countWaiting: 0, countUnknown: 0 })
    expect(provider.ledger.flatMap((line) => line.items)).toEqual(keptRows(ROWS))
  })

  it('while sending a batch shows it as unknown and never sends it again', {
    timeout: 120_000,
  }, async () => {
    provider.answerAfterMs = 30_000
    const id = await sendRows(300)
    const worker = startWorker()
    await until('the provider has the first batch', async () => provider.ledger.length === 1)
    await kill(worker)
    // the deadline of the lost attempt (70 s) passes
    await db().$executeRaw`update attempts set send_deadline = now() where state = 'sending'`
    startWorker()
    const upload = await until('the doubt is visible', async () => {
      const now = await uploadOf(id)
      return now.state === 'paused' && now
    })
    expect(upload).toMatchObject({ pauseReason: 'unknown', countUnknown: 200, countWaiting: 100 })
    await sleep(4_000)
    expect(provider.ledger).toHaveLength(1)
    const attempts = await db().attempt.findMany({ where: { bulk: { uploadId: id } } })
    expect(attempts.map((attempt) => attempt.state)).toEqual(['unknown'])
  })

  it('exits on SIGTERM only after a batch in flight has its answer', { timeout: 60_000 }, async () => {
    provider.answerAfterMs = 1_500
    const id = await sendRows(10)
    const worker = startWorker()
    await until('the provider has the batch', async () => provider.ledger.length === 1)
    worker.kill('SIGTERM')
    const [code] = await once(worker, 'exit')
    expect(code).toBe(0)
    expect(await db().bulk.findFirstOrThrow({ where: { uploadId: id } })).toMatchObject({ state: 'accepted' })
  })
})

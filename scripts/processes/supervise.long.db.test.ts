import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { startProvider } from '@/service/testing/start-provider'
import * as programs from './programs.mjs'
import { createSupervisor } from './supervise.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'supervised-'))
const record = path.join(folder, 'processes.json')
const supervisor = createSupervisor({
  log: () => {},
  record,
  logs: () => openSync(devNull, 'w'),
  timeoutMs: 3_000,
})

const provider = await startProvider()
await insertConnection(provider.baseUrl, 200)
afterAll(async () => {
  await supervisor.stop()
  rmSync(folder, { recursive: true })
})

const workerEntry = () => JSON.parse(readFileSync(record, 'utf8')).processes[0]
const waitFor = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 60_000, interval: 100 })

/** Freezes the worker between two batches: a batch in progress would become an unknown outcome. */
async function freezeBetweenBatches(pid: number): Promise<void> {
  await waitFor(async () => {
    process.kill(pid, 'SIGSTOP')
    await sleep(100)
    const sending = await db().attempt.count({ where: { state: 'sending' } })
    if (sending > 0) process.kill(pid, 'SIGCONT')
    expect(sending).toBe(0)
  })
}

it('a worker that hangs is replaced, and its upload continues', { timeout: 120_000 }, async () => {
  provider.itemsPerPoll = 60
  const { id } = await receiveUpload(requestOf(linesOf(keptRows(400))), await insertPerson())
  const upload = () => db().upload.findUniqueOrThrow({ where: { id } })
  supervisor.run(programs.worker(1, {}))
  await waitFor(async () => expect((await upload()).countMatch).toBeGreaterThanOrEqual(60))
  await freezeBetweenBatches(workerEntry().pid)
  provider.itemsPerPoll = 200
  await waitFor(() => expect(workerEntry()?.starts).toBe(2))
  await waitFor(async () =>
    expect(await upload()).toMatchObject({ state: 'completed', countMatch: 400, countUnknown: 0 }),
  )
  expect(provider.ledger.flatMap((line) => line.items)).toEqual(keptRows(400))
})

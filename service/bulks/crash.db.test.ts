import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { account, CLIENTS, checkBody, signIn, temporaryFile, waitForCompletion } from '../testing/service'

const root = path.resolve(import.meta.dirname, '../..')
const bulk = '/account-holder-verifications/bulk'
const database = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const { BULKS, KILLS, LARGE } = process.env.LONG
  ? { BULKS: 20, KILLS: 10, LARGE: 1_500 }
  : { BULKS: 8, KILLS: 4, LARGE: 500 }
const ITEMS = 100
const running = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await database.end()
})

/** Starts the service as a separate process, as an operator does; resolves with its address. */
async function spawnService(): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', './scripts/register.mjs', 'service/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SERVICE_PORT: '0',
      SERVICE_LATENCY_MS: '40',
      SERVICE_CLIENTS: temporaryFile('clients.json', JSON.stringify(CLIENTS)),
    },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  for await (const line of child.stdout as AsyncIterable<Buffer>) {
    const url = /^verification service on (\S+)/m.exec(line.toString())?.[1]
    if (url) return { url, process: child }
  }
  throw new Error('the service did not start')
}

const waitForExit = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

it('killing the service repeatedly loses no item and debits nothing twice', async () => {
  let service = await spawnService()
  let client = await signIn(service.url, 'c1')
  const ids: string[] = []
  for (let n = 0; n < BULKS; n++) {
    const verifications = Array.from({ length: ITEMS }, (_, i) =>
      checkBody(account(n * ITEMS + i), 'Jean Dupont'),
    )
    ids.push((await client.post(bulk, { verifications })).body.id)
  }
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 250))
    service.process.kill('SIGKILL')
    await waitForExit(service.process)
    service = await spawnService()
  }
  client = await signIn(service.url, 'c1')
  for (const id of ids) {
    const final = (await waitForCompletion(client, id)).at(-1)
    expect(final.completed_items + final.failed_items).toBe(ITEMS)
  }
  const { rows } = await database.query(
    "SELECT count(*)::integer AS lines, sum(change)::integer AS debited FROM service.ledger WHERE client_id = 'c1' AND reason = 'bulk'",
  )
  expect(rows[0]).toEqual({ lines: BULKS, debited: -BULKS * ITEMS })
})

if (process.env.LONG)
  it('another process takes over at once when one is killed', async () => {
    const [first, second] = [await spawnService(), await spawnService()]
    const client = await signIn(second.url, 'c2')
    const verifications = Array.from({ length: LARGE }, (_, i) => checkBody(account(9000 + i), 'Jean Dupont'))
    const { body } = await client.post(bulk, { verifications })
    await new Promise((resolve) => setTimeout(resolve, 400))
    first.process.kill('SIGKILL')
    const final = (await waitForCompletion(client, body.id, 20_000)).at(-1)
    expect(final.completed_items + final.failed_items).toBe(LARGE)
  })

it('the service exits on SIGTERM and leaves unfinished work for the next start', async () => {
  const service = await spawnService()
  const client = await signIn(service.url, 'c3')
  const verifications = Array.from({ length: LARGE }, (_, i) => checkBody(account(20_000 + i), 'Jean Dupont'))
  const { body } = await client.post(bulk, { verifications })
  await new Promise((resolve) => setTimeout(resolve, 200))
  service.process.kill('SIGTERM')
  await waitForExit(service.process)
  const next = await spawnService()
  const statuses = await waitForCompletion(await signIn(next.url, 'c3'), body.id)
  expect(statuses.at(-1).in_progress_items).toBe(0)
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTimeOf } from './identity.mjs'
import { freePort } from './ports.mjs'
import { createSupervisor } from './supervise.mjs'

let folder = ''
let supervisor: ReturnType<typeof createSupervisor>
const messages: string[] = []
const EXITS_ON_SIGTERM = `setInterval(() => {}, 1000); process.on('SIGTERM', () => { require('fs').writeFileSync(process.env.NOTE, 'asked'); process.exit() })`
const IGNORES_SIGTERM = `setInterval(() => {}, 1000); process.on('SIGTERM', () => {})`

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'team-'))
  messages.length = 0
  supervisor = createSupervisor({
    log: (text: string) => messages.push(text),
    record: path.join(folder, 'all.json'),
  })
})
afterEach(async () => {
  await supervisor.stop()
  fs.rmSync(folder, { recursive: true })
})

type Entry = { name: string; pid: number; starts: number }
const list = (): Entry[] => JSON.parse(fs.readFileSync(path.join(folder, 'all.json'), 'utf8')).processes
const pidOf = (name: string) => list().find((one) => one.name === name)?.pid ?? 0
const run = (name: string, code: string, grace?: number, health?: object) =>
  supervisor.run({
    name,
    args: ['-e', `${code}; require('fs').writeFileSync(process.env.NOTE, 'up')`],
    env: { NOTE: note(name) },
    grace,
    health,
  })
const port = async () => Number(await freePort())
const note = (name: string) => path.join(folder, name)
const waitForNote = (name: string, text: string) =>
  vi.waitFor(() => expect(fs.readFileSync(note(name), 'utf8')).toBe(text), { timeout: 5_000 })

it('restarts a process that was killed with -9', async () => {
  run('one', EXITS_ON_SIGTERM)
  await waitForNote('one', 'up')
  const first = pidOf('one')
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(list()).toMatchObject([{ name: 'one', starts: 2 }]), { timeout: 5_000 })
  expect(pidOf('one')).not.toBe(first)
  expect(messages.join()).toContain('one ended (SIGKILL)')
})

it('keeps its processes running when the record of them cannot be written, as on a full disk', async () => {
  const record = path.join(folder, 'none/all.json')
  supervisor = createSupervisor({ log: (text: string) => messages.push(text), record })
  run('one', 'setTimeout(() => process.exit(1), 50)')
  await vi.waitFor(() => expect(supervisor.starts('one')).toBeGreaterThan(1), { timeout: 5_000 })
  expect(messages[0]).toMatch(`could not write ${record}: ENOENT`)
})

it('stops processes with SIGTERM, and leaves none', async () => {
  run('one', EXITS_ON_SIGTERM)
  await waitForNote('one', 'up')
  const pid = pidOf('one')
  await supervisor.stop()
  await waitForNote('one', 'asked')
  expect(startTimeOf(pid)).toBeUndefined()
  expect(messages).toEqual([])
})

it('kills a process that ignores SIGTERM', async () => {
  run('deaf', IGNORES_SIGTERM, 200)
  await waitForNote('deaf', 'up')
  const pid = pidOf('deaf')
  await supervisor.stop()
  expect(startTimeOf(pid)).toBeUndefined()
})

describe('a process that no longer answers', { timeout: 30_000 }, () => {
  const SENDS_HEARTBEATS = `setInterval(() => process.connected && process.send('alive'), 50); process.on('disconnect', () => process.exit())`
  const BLOCKS_EVENT_LOOP = `setTimeout(() => { for (;;); }, 300)`
  const TIMEOUT_MS = 2_000
  const serverOn = (port: number) =>
    `require('http').createServer((_, answer) => { answer.statusCode = 503; answer.end('not well') }).listen(${port}, '127.0.0.1'); process.on('disconnect', () => process.exit())`
  const startsOf = (name: string) => list().find((one) => one.name === name)?.starts
  const waitForRestart = (name: string) =>
    vi.waitFor(() => expect(startsOf(name)).toBeGreaterThan(1), { timeout: 20_000, interval: 100 })

  beforeEach(() => {
    const record = path.join(folder, 'all.json')
    supervisor = createSupervisor({
      log: (text: string) => messages.push(text),
      record,
      timeoutMs: TIMEOUT_MS,
    })
  })

  it('is killed and restarted, but not one that sends heartbeats, or never sent one', async () => {
    supervisor.run({
      name: 'spinning',
      args: ['-e', `${SENDS_HEARTBEATS}; ${BLOCKS_EVENT_LOOP}`],
      health: {},
    })
    supervisor.run({ name: 'well', args: ['-e', SENDS_HEARTBEATS], health: {} })
    supervisor.run({
      name: 'slow to start',
      args: ['-e', EXITS_ON_SIGTERM],
      health: {},
      env: { NOTE: note('slow') },
    })
    await waitForRestart('spinning')
    expect(messages.join()).toContain('spinning has not answered for 2 s; killing it')
    expect([startsOf('well'), startsOf('slow to start')]).toEqual([1, 1])
  })

  it('is distinguished from one that answers on its URL, whatever the response', async () => {
    const [hanging, answering] = [await port(), await port()]
    const health = (at: number) => ({ address: `http://127.0.0.1:${at}/` })
    const blocks = `setTimeout(() => { for (;;); }, 1_000)`
    supervisor.run({
      name: 'hanging',
      args: ['-e', `${serverOn(hanging)}; ${blocks}`],
      health: health(hanging),
    })
    supervisor.run({ name: 'answering', args: ['-e', serverOn(answering)], health: health(answering) })
    await waitForRestart('hanging')
    expect(startsOf('answering')).toBe(1)
  })

  it('is given time to exit after SIGTERM', async () => {
    const exitsLate = `process.on('SIGTERM', () => { for (const end = Date.now() + 3000; Date.now() < end; ); require('fs').writeFileSync(process.env.NOTE, 'done'); process.exit() })`
    run('late', `${SENDS_HEARTBEATS}; ${exitsLate}`, 20_000, {})
    await waitForNote('late', 'up')
    await supervisor.stop()
    await waitForNote('late', 'done')
    expect(messages).toEqual([])
  })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { born } from './alive.mjs'
import { freePort } from './ports.mjs'
import { supervisor } from './supervise.mjs'

let folder = ''
let team: ReturnType<typeof supervisor>
const said: string[] = []
const POLITE = `setInterval(() => {}, 1000); process.on('SIGTERM', () => { require('fs').writeFileSync(process.env.NOTE, 'asked'); process.exit() })`
const STUBBORN = `setInterval(() => {}, 1000); process.on('SIGTERM', () => {})`

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'team-'))
  said.length = 0
  team = supervisor({ say: (text: string) => said.push(text), record: path.join(folder, 'all.json') })
})
afterEach(async () => {
  await team.stop()
  fs.rmSync(folder, { recursive: true })
})

type Entry = { name: string; pid: number; starts: number }
const list = (): Entry[] => JSON.parse(fs.readFileSync(path.join(folder, 'all.json'), 'utf8')).processes
const pidOf = (name: string) => list().find((one) => one.name === name)?.pid ?? 0
const run = (name: string, code: string, grace?: number, health?: object) =>
  team.run({
    name,
    args: ['-e', `${code}; require('fs').writeFileSync(process.env.NOTE, 'up')`],
    env: { NOTE: note(name) },
    grace,
    health,
  })
const port = async () => Number(await freePort())
const note = (name: string) => path.join(folder, name)
const noted = (name: string, text: string) =>
  vi.waitFor(() => expect(fs.readFileSync(note(name), 'utf8')).toBe(text), { timeout: 5_000 })

it('restarts a process that was killed with -9', async () => {
  run('one', POLITE)
  await noted('one', 'up')
  const first = pidOf('one')
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(list()).toMatchObject([{ name: 'one', starts: 2 }]), { timeout: 5_000 })
  expect(pidOf('one')).not.toBe(first)
  expect(said.join()).toContain('one ended (SIGKILL)')
})

it('asks processes to exit, and leaves none', async () => {
  run('one', POLITE)
  await noted('one', 'up')
  const pid = pidOf('one')
  await team.stop()
  await noted('one', 'asked')
  expect(born(pid)).toBeUndefined()
  expect(said).toEqual([])
})

it('kills a process that ignores the request', async () => {
  run('deaf', STUBBORN, 200)
  await noted('deaf', 'up')
  const pid = pidOf('deaf')
  await team.stop()
  expect(born(pid)).toBeUndefined()
})

describe('a process that no longer answers', { timeout: 30_000 }, () => {
  const ALIVE = `setInterval(() => process.connected && process.send('alive'), 50); process.on('disconnect', () => process.exit())`
  const SPIN = `setTimeout(() => { for (;;); }, 300)`
  const PATIENCE = 2_000
  const served = (port: number) =>
    `require('http').createServer((_, answer) => { answer.statusCode = 503; answer.end('not well') }).listen(${port}, '127.0.0.1'); process.on('disconnect', () => process.exit())`
  const startsOf = (name: string) => list().find((one) => one.name === name)?.starts
  const replaced = (name: string) =>
    vi.waitFor(() => expect(startsOf(name)).toBeGreaterThan(1), { timeout: 20_000, interval: 100 })

  beforeEach(() => {
    const record = path.join(folder, 'all.json')
    team = supervisor({ say: (text: string) => said.push(text), record, patience: PATIENCE })
  })

  it('is killed and restarted, but not one that sends heartbeats, or never sent one', async () => {
    team.run({ name: 'spinning', args: ['-e', `${ALIVE}; ${SPIN}`], health: {} })
    team.run({ name: 'well', args: ['-e', ALIVE], health: {} })
    team.run({ name: 'slow to start', args: ['-e', POLITE], health: {}, env: { NOTE: note('slow') } })
    await replaced('spinning')
    expect(said.join()).toContain('spinning has not answered for 2 s; killing it')
    expect([startsOf('well'), startsOf('slow to start')]).toEqual([1, 1])
  })

  it('is distinguished from one that answers on its URL, whatever the response', async () => {
    const [hanging, answering] = [await port(), await port()]
    const health = (at: number) => ({ address: `http://127.0.0.1:${at}/` })
    const halt = `setTimeout(() => { for (;;); }, 1_000)`
    team.run({ name: 'hanging', args: ['-e', `${served(hanging)}; ${halt}`], health: health(hanging) })
    team.run({ name: 'answering', args: ['-e', served(answering)], health: health(answering) })
    await replaced('hanging')
    expect(startsOf('answering')).toBe(1)
  })

  it('may take its time after it was asked to exit', async () => {
    const late = `process.on('SIGTERM', () => { for (const end = Date.now() + 3000; Date.now() < end; ); require('fs').writeFileSync(process.env.NOTE, 'done'); process.exit() })`
    run('late', `${ALIVE}; ${late}`, 20_000, {})
    await noted('late', 'up')
    await team.stop()
    await noted('late', 'done')
    expect(said).toEqual([])
  })
})

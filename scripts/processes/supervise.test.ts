import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { born } from './alive.mjs'
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
const run = (name: string, code: string, grace?: number) =>
  team.run({
    name,
    args: ['-e', `${code}; require('fs').writeFileSync(process.env.NOTE, 'up')`],
    env: { NOTE: note(name) },
    grace,
  })
const note = (name: string) => path.join(folder, name)
const noted = (name: string, text: string) =>
  vi.waitFor(() => expect(fs.readFileSync(note(name), 'utf8')).toBe(text), { timeout: 5_000 })

it('starts a process again that was killed with -9', async () => {
  run('one', POLITE)
  await noted('one', 'up')
  const first = pidOf('one')
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(list()).toMatchObject([{ name: 'one', starts: 2 }]), { timeout: 5_000 })
  expect(pidOf('one')).not.toBe(first)
  expect(said.join()).toContain('one ended (SIGKILL)')
})

it('asks processes to end, and leaves none', async () => {
  run('one', POLITE)
  await noted('one', 'up')
  const pid = pidOf('one')
  await team.stop()
  await noted('one', 'asked')
  expect(born(pid)).toBeUndefined()
  expect(said).toEqual([])
})

it('ends a process by force that does not listen', async () => {
  run('deaf', STUBBORN, 200)
  await noted('deaf', 'up')
  const pid = pidOf('deaf')
  await team.stop()
  expect(born(pid)).toBeUndefined()
})

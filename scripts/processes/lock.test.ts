import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { identity, leases, lives } from './alive.mjs'
import { locked } from './lock.mjs'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const ended = async () => {
  const child = spawn('true')
  const who = identity(child.pid)
  await once(child, 'exit')
  return who
}

it('lets one process work at a time', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await sleep(20)
    inside--
  }
  await Promise.all([1, 2, 3].map(() => locked(folder, 'work', work)))
  expect(most).toBe(1)
})

it('is released when the work fails', async () => {
  await expect(locked(folder, 'work', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await locked(folder, 'work', async () => 'next')).toBe('next')
})

it('takes over the lock of a process that is gone', async () => {
  fs.writeFileSync(path.join(folder, '.work.lock'), await ended())
  expect(await locked(folder, 'work', async () => 'mine')).toBe('mine')
})

it('takes over the lock of a process whose id belongs to another process now', async () => {
  fs.writeFileSync(path.join(folder, '.work.lock'), `${process.pid} long ago`)
  expect(await locked(folder, 'work', async () => 'mine')).toBe('mine')
})

it('counts only the leases of live processes', async () => {
  fs.writeFileSync(path.join(folder, 'dead'), await ended())
  fs.writeFileSync(path.join(folder, 'alive'), identity())
  expect(leases(folder)).toEqual([identity()])
  expect(lives(identity())).toBe(true)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activeLeases, identity, isAlive } from './identity.mjs'
import { withLock } from './lock.mjs'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const identityOfEndedProcess = async () => {
  const child = spawn('true')
  const who = identity(child.pid)
  await once(child, 'exit')
  return who
}

it('lets one process work at a time', async () => {
  let inside = 0
  let maxInside = 0
  const work = async () => {
    maxInside = Math.max(maxInside, ++inside)
    await sleep(20)
    inside--
  }
  await Promise.all([1, 2, 3].map(() => withLock(folder, 'work', work)))
  expect(maxInside).toBe(1)
})

it('is released when the work fails', async () => {
  await expect(withLock(folder, 'work', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(folder, 'work', async () => 'next')).toBe('next')
})

it('takes over the lock of a process that is gone', async () => {
  fs.writeFileSync(path.join(folder, '.work.lock'), await identityOfEndedProcess())
  expect(await withLock(folder, 'work', async () => 'mine')).toBe('mine')
})

it('takes over the lock of a process whose id belongs to another process now', async () => {
  fs.writeFileSync(path.join(folder, '.work.lock'), `${process.pid} long ago`)
  expect(await withLock(folder, 'work', async () => 'mine')).toBe('mine')
})

it('counts only the leases of live processes', async () => {
  fs.writeFileSync(path.join(folder, 'dead'), await identityOfEndedProcess())
  fs.writeFileSync(path.join(folder, 'alive'), identity())
  expect(activeLeases(folder)).toEqual([identity()])
  expect(isAlive(identity())).toBe(true)
})

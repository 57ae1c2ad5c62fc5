import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { markServing, refuseFragment } from './install.mjs'
import { cache, Problem, root } from './project.mjs'
import { runIfStale } from './stamp.mjs'

afterEach(() => {
  vi.restoreAllMocks()
})

const refuse = () => {
  throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
}
const sentence = (folder: string) =>
  new Problem(
    `The folder ${path.join(root, folder)} can't be written by this user (EROFS). Start Accord from a folder that it can write.`,
  )

it('a program folder that is read-only is refused in one sentence, before a step or a start changes anything', async () => {
  vi.spyOn(fs, 'mkdirSync').mockImplementation(refuse)
  vi.spyOn(fs, 'writeFileSync').mockImplementation(refuse)
  vi.spyOn(fs, 'rmSync').mockImplementation(refuse)
  const work = vi.fn()
  expect(() => markServing()).toThrow(sentence('.data/serving'))
  await expect(runIfStale('none', [], 'none', work)).rejects.toThrow(
    sentence('node_modules/.cache/accord/stamps'),
  )
  expect(work).not.toHaveBeenCalled()
})

it('a step of two starts from one folder runs once, and both wait for its output', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'step-'))
  const name = path.basename(folder)
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true })
    fs.rmSync(path.join(cache, 'stamps', name))
  })
  const output = path.join(folder, 'output')
  const build = vi.fn(async () => {
    await sleep(50)
    fs.writeFileSync(output, '')
  })
  const start = async () => ({ ran: await runIfStale(name, [], output, build), built: fs.existsSync(output) })
  const starts = await Promise.all([start(), start()])
  expect(starts.every(({ built }) => built)).toBe(true)
  expect(starts.filter(({ ran }) => ran)).toHaveLength(1)
  expect(build).toHaveBeenCalledOnce()
})

it('a folder in which Tailwind finds no file is refused before the build, with the repair', () => {
  expect(() => refuseFragment('/srv/client #1/accord')).toThrow(
    "Accord can't be built in a folder with # in its name: /srv/client #1/accord. Move it to another one.",
  )
  expect(() => refuseFragment("/srv/Zoë's 100 % & more?/accord")).not.toThrow()
})

import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { markServing } from './install.mjs'
import { Problem, root } from './project.mjs'
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

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { Problem } from '../prepare/project.mjs'
import { requireReadable, requireWritable } from './file.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-file-'))
const inside = path.join(folder, 'accord.backup.gz')
fs.writeFileSync(inside, '')
const missing = path.join(folder, 'none', 'accord.backup.gz')

afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Root may access everything, so the refusal is mocked. */
function refuseAccess() {
  vi.spyOn(fs, 'accessSync').mockImplementation(() => {
    throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
  })
}

it('accepts a file in a folder that is writable', () => {
  expect(() => requireWritable(inside)).not.toThrow()
  expect(() => requireWritable(path.join(folder, 'new.gz'))).not.toThrow()
  expect(() => requireReadable(inside)).not.toThrow()
})

it.each([
  ['a folder', folder, `${folder} is a folder: name a file in it.`],
  ['a missing folder', missing, `There is no folder ${path.dirname(missing)}: make it, or name another one.`],
])('refuses to back up into %s in one sentence', (_what, file, sentence) => {
  expect(() => requireWritable(file)).toThrow(new Problem(sentence))
})

it.each([
  ['a folder', folder, `${folder} is a folder: name the file of the backup.`],
  ['a missing file', missing, `There is no file ${missing}.`],
])('refuses to restore from %s in one sentence', (_what, file, sentence) => {
  expect(() => requireReadable(file)).toThrow(new Problem(sentence))
})

it('says in one sentence that the rights are missing', () => {
  refuseAccess()
  expect(() => requireWritable(inside)).toThrow(
    new Problem(`You can't write to the folder ${folder}: name another one, or run this as a user who can.`),
  )
  expect(() => requireReadable(inside)).toThrow(
    new Problem(`You can't read ${inside}: change its rights, or run this as a user who can.`),
  )
})

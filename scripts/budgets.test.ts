// Fails when a source file exceeds the hard limit on its length (ARCHITECTURE.md).
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['app', 'components', 'lib', 'service', 'worker', 'prisma', 'scripts', 'e2e', 'bench']
const MAX_LINES = 300

const files = FOLDERS.filter((top) => fs.existsSync(path.join(ROOT, top))).flatMap((top) =>
  fs
    .readdirSync(path.join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/platform\/generated\/|node_modules\//.test(file)),
)

describe('budgets', () => {
  it('finds files to measure', () => {
    expect(files.length).toBeGreaterThan(20)
  })

  it(`has no source file of more than ${MAX_LINES} lines`, () => {
    const lines = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1
    expect(
      files.map((file) => `${file}: ${lines(file)}`).filter((s) => Number(s.split(': ')[1]) > MAX_LINES),
    ).toEqual([])
  })
})

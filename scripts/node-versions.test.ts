import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** A top-level `import … from '….ts'`: Node reads TypeScript from version 22.18 on, and `engines` allows 20. */
const TYPESCRIPT = /^(?:import|export) [^'"]*from '[^']+\.tsx?'/m

it('a program in scripts loads on every Node version that package.json allows: it imports no TypeScript', () => {
  const programs = fs
    .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
  expect(programs.length).toBeGreaterThan(20)
  const texts = programs.map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  expect(programs.filter((_, n) => TYPESCRIPT.test(texts[n] ?? ''))).toEqual([])
  expect(TYPESCRIPT.test(`import { QUEUES } from '../../lib/platform/queue/queues.ts'`)).toBe(true)
})

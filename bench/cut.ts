// `npm run bench -- cut`: takes one line out of a pain.001 file at both limits, 100,000 lines and 20 MB. Exits with 1
// when a goal is missed.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { LINES, largestFile } from './cut/file'

const ROUNDS = 5
const GOALS = { ms: 2_000, mb: 100 }

type Round = { ms: number; verifyMs: number; above: number; lines: number[] }
const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-cut-'))
try {
  const file = path.join(folder, 'largest.xml')
  fs.writeFileSync(file, largestFile())
  // the young generation of the threads that read files
  const node = ['--expose-gc', '--max-semi-space-size=6', '--import', './scripts/register.mjs']
  const rounds = Array.from({ length: ROUNDS }, (_, round): Round => {
    const line = String(1 + round * Math.floor(LINES / ROUNDS))
    return JSON.parse(
      execFileSync('node', [...node, 'bench/cut/measure.ts', file, line], { encoding: 'utf8' }),
    )
  })
  const [ms, verifyMs] = [median(rounds.map((one) => one.ms)), median(rounds.map((one) => one.verifyMs))]
  const above = Math.max(...rounds.map((one) => one.above))
  const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`
  console.log(`cut      ${seconds(ms)} for 1 of ${LINES} lines, 20 MB (goal ${seconds(GOALS.ms)})`)
  console.log(`memory   ${above.toFixed(0)} MB above rest at most, with both files (goal ${GOALS.mb} MB)`)
  console.log(`verified ${seconds(verifyMs)} with an independent reader`)
  if (ms > GOALS.ms || above > GOALS.mb) process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true })
}

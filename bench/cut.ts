// `npm run bench -- cut`: takes one line out of a pain.001 file at both limits, 100,000 lines and 20 MB. Exits with 1
// when a goal is missed.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { LINES, largestFile } from './cut/file'
import { median, printFigure } from './report/report'

const ROUNDS = 5

type Round = { ms: number; verifyMs: number; memoryMb: number; lines: number[] }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-cut-'))
try {
  const file = path.join(folder, 'largest.xml')
  fs.writeFileSync(file, largestFile())
  // the size of the young generation in the threads that read files
  const node = ['--expose-gc', '--max-semi-space-size=6', '--import', './scripts/register.mjs']
  const rounds = Array.from({ length: ROUNDS }, (_, round): Round => {
    const line = String(1 + round * Math.floor(LINES / ROUNDS))
    return JSON.parse(
      execFileSync('node', [...node, 'bench/cut/measure.ts', file, line], { encoding: 'utf8' }),
    )
  })
  const seconds = (times: number[]) => median(times) / 1000
  const memoryMb = Math.max(...rounds.map((round) => round.memoryMb))
  console.log(`1 of ${LINES} lines, 20 MB, median of ${ROUNDS}`)
  const met = [
    printFigure('cut, s', seconds(rounds.map(({ ms }) => ms)), { max: 2 }),
    printFigure('peak memory above rest, both files, MB', memoryMb, { max: 100 }),
    printFigure('verified by an independent reader, s', seconds(rounds.map(({ verifyMs }) => verifyMs))),
  ]
  if (!met.every(Boolean)) process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true })
}

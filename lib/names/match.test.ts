import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { matchNames, type NameMatch } from './match'

type Pair = {
  id: string
  submitted: string
  registered: string
  expected: NameMatch
  accept: NameMatch[]
  contested: boolean
}

const file = path.join(import.meta.dirname, 'testing/name-pairs.jsonl')
const PAIRS: Pair[] = fs
  .readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const answers = PAIRS.map((pair) => ({ ...pair, answer: matchNames(pair.submitted, pair.registered) }))
const told = (rows: typeof answers) =>
  rows.map(
    ({ id, submitted, registered, expected, answer }) =>
      `${id} ${submitted} / ${registered}: ${expected}, got ${answer}`,
  )

describe('matchNames on the labelled pairs', () => {
  it('gives the expected answer for at least 92 % of them', () => {
    const wrong = answers.filter(({ expected, answer }) => answer !== expected)
    const share = 1 - wrong.length / PAIRS.length
    console.info(`strict ${(share * 100).toFixed(1)} % of ${PAIRS.length}`)
    if (process.env.SHOW) console.info(told(wrong).join('\n'))
    expect(share, told(wrong).join('\n')).toBeGreaterThanOrEqual(0.92)
  })
})

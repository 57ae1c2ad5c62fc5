// `npm run bench -- names`: how often lib/names agrees with the labelled pairs.
import { readFileSync } from 'node:fs'
import { matchNames } from '@/lib/names/match'

type Pair = { submitted: string; registered: string; expected: string; accept: string[]; contested: boolean }

const file = process.argv[2] ?? 'lib/names/testing/name-pairs.jsonl'
const pairs = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Pair)

const started = performance.now()
const results = pairs.map((pair) => ({ ...pair, answer: matchNames(pair.submitted, pair.registered) }))
const ms = performance.now() - started

const noMatches = results.filter(({ expected }) => expected === 'no_match')
const share = (count: number, total: number) =>
  `${((100 * count) / total).toFixed(1)} % (${count} of ${total})`
console.log(
  `strict       ${share(results.filter(({ answer, expected }) => answer === expected).length, results.length)}`,
)
console.log(
  `lenient      ${share(results.filter(({ answer, accept }) => accept.includes(answer)).length, results.length)}`,
)
console.log(
  `false match  ${share(noMatches.filter(({ answer }) => answer === 'match').length, noMatches.length)}`,
)
console.log(`per pair     ${((1000 * ms) / results.length).toFixed(0)} µs`)

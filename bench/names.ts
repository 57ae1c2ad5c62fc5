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
const judged = pairs.map((pair) => ({ ...pair, answer: matchNames(pair.submitted, pair.registered) }))
const ms = performance.now() - started

const denied = judged.filter(({ expected }) => expected === 'no_match')
const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} % (${count} of ${of})`
console.log(
  `strict       ${share(judged.filter(({ answer, expected }) => answer === expected).length, judged.length)}`,
)
console.log(
  `lenient      ${share(judged.filter(({ answer, accept }) => accept.includes(answer)).length, judged.length)}`,
)
console.log(`false match  ${share(denied.filter(({ answer }) => answer === 'match').length, denied.length)}`)
console.log(`per pair     ${((1000 * ms) / judged.length).toFixed(0)} µs`)

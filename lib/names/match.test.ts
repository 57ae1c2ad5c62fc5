import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NameMatch } from './judge'
import { matchNames } from './match'

type Pair = {
  id: string
  submitted: string
  registered: string
  expected: NameMatch
  accept: NameMatch[]
}

const file = path.join(import.meta.dirname, 'testing/name-pairs.jsonl')
const lines = fs.readFileSync(file, 'utf8').trim().split('\n')
const pairs: Pair[] = lines.map((line) => JSON.parse(line))
const answers = pairs.map((pair) => ({ ...pair, answer: matchNames(pair.submitted, pair.registered) }))
const told = (rows: typeof answers) =>
  rows
    .map((row) => `${row.id} ${row.submitted} / ${row.registered}: ${row.expected}, got ${row.answer}`)
    .join('\n')

describe('matchNames on the 440 labelled pairs', () => {
  it('gives the expected answer for at least 98 % of them', () => {
    const wrong = answers.filter(({ expected, answer }) => answer !== expected)
    expect(1 - wrong.length / pairs.length, told(wrong)).toBeGreaterThanOrEqual(0.98)
  })

  it('gives an acceptable answer for at least 99 % of them', () => {
    const wrong = answers.filter(({ accept, answer }) => !accept.includes(answer))
    expect(1 - wrong.length / pairs.length, told(wrong)).toBeGreaterThanOrEqual(0.99)
  })

  it('never answers match where no match is expected', () => {
    const wrong = answers.filter(({ expected, answer }) => expected === 'no_match' && answer === 'match')
    expect(told(wrong)).toBe('')
  })

  it('reads every pair of the file', () => {
    expect(pairs).toHaveLength(440)
  })
})

const CASES: [rule: string, submitted: string, registered: string, expected: NameMatch][] = [
  ['one holder of a joint account is enough', 'Luc Brun', 'Mme Anne Brun et M. Luc Brun', 'match'],
  ['holders may be told in another order', 'Uwe Kern und Ute Kern', 'Ute Kern und Uwe Kern', 'match'],
  ['a list of holders of whom one fits is close', 'Luc Brun et Eva Roth', 'Luc Brun', 'close_match'],
  ['another person of the family is no holder', 'Paul Brun', 'Anne Brun ou Luc Brun', 'no_match'],
  ['a compound family name is not two holders', 'José García', 'José Ortega y Gasset', 'no_match'],
  ['titles do not count', 'Dipl.-Ing. Uwe Kern', 'Uwe Kern', 'match'],
  ['a title that may be a given name stays', 'Don Smith', 'Anna Smith', 'no_match'],
  ['a missing legal form does not count', 'Garage du Lac', 'Garage du Lac Sàrl', 'match'],
  [
    'a legal form written out is the same',
    'Fonderie Alpina Società per azioni',
    'Fonderie Alpina S.p.A.',
    'match',
  ],
  ['another legal form is close', 'Weber Dachbau KG', 'Weber Dachbau GmbH', 'close_match'],
  ['a family name that reads like a legal form stays', 'João', 'João Sá', 'no_match'],
  ['an initial that fits is close', 'A.S. Brun', 'Anne Sophie Brun', 'close_match'],
  ['an initial that does not fit is another person', 'T. Brun', 'Anne Brun', 'no_match'],
  ['initials alone tell nobody', 'A. B.', 'Anne Brun', 'no_match'],
  ['a missing middle name is close', 'Anne Brun', 'Anne Sophie Brun', 'close_match'],
  ['a given name alone is not enough', 'Anne-Sophie', 'Anne-Sophie Brun', 'no_match'],
  ['one typing error is close', 'Sophei Durand', 'Sophie Durand', 'close_match'],
  ['three typing errors are another name', 'Sfoie Durnat', 'Sophie Durand', 'no_match'],
  ['umlauts may be written with e', 'Guenther Strauss', 'Günther Strauß', 'match'],
  ['umlauts may be written bare', 'Gunther Koster', 'Günther Köster', 'match'],
  ['Greek is read as officially romanised', 'Dimitrios Papadakis', 'Δημήτριος Παπαδάκης', 'match'],
  ['Bulgarian is read as officially romanised', 'Tsvetana Hristova', 'Цветана Христова', 'match'],
  ['Serbian is read as officially romanised', 'Đorđe Jovanović', 'Ђорђе Јовановић', 'match'],
  ['Ukrainian is read as officially romanised', 'Oleksandr Shevchenko', 'Олександр Шевченко', 'match'],
  ['another number is another company', 'SCI Lumière 3', 'SCI Lumière 8', 'no_match'],
  ['a number in letters is close', '7 Oaks Ltd', 'Seven Oaks Ltd', 'close_match'],
  ['another place is another company', 'Ville de Lyon', 'Ville de Lille', 'no_match'],
  ['another branch of business is another company', 'Brun Transports SAS', 'Brun Immobilier SAS', 'no_match'],
  ['common company words alone tell nobody', 'Immobilien GmbH', 'Vogel Immobilien GmbH', 'no_match'],
  ['a missing common word is close', 'Weber GmbH', 'Weber Dachbau GmbH', 'close_match'],
  [
    'another registration number is another company',
    'Kern GmbH HRB 111222',
    'Kern GmbH HRB 333444',
    'no_match',
  ],
  ['a middle initial that does not fit is another person', 'John E Hughes', 'John Peter Hughes', 'no_match'],
  ['another initial is another company', 'R. Weber GmbH', 'C. Weber GmbH', 'no_match'],
  ['a company is not the person it is named after', 'Kern GmbH', 'Uwe Kern', 'no_match'],
  ['the trading name fits as well as the holder', 'Petite Fleur', 'Anne Brun t/a Petite Fleur', 'match'],
  ['an empty name fits nobody', '', 'Anne Brun', 'no_match'],
]

describe('matchNames', () => {
  it.each(CASES)('%s: %s / %s', (_rule, submitted, registered, expected) => {
    expect(matchNames(submitted, registered)).toBe(expected)
  })

  it('answers match for a name and itself, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.trim() !== ''),
        (name) => {
          expect(matchNames(name, name)).toBe('match')
        },
      ),
    )
  })

  it('never throws, in either direction, on any two strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(['match', 'close_match', 'no_match']).toContain(matchNames(a, b))
        expect(['match', 'close_match', 'no_match']).toContain(matchNames(b, a))
      }),
    )
  })

  it('answers on a hostile length at once', () => {
    const long = 'ab '.repeat(50_000)
    expect(matchNames(long, `${long}c`)).toBe('no_match')
  })

  it('ends for 2,000 comparisons', () => {
    const runs = [1, 2, 3].map(() => {
      const started = performance.now()
      for (let i = 0; i < 2_000; i++) {
        const pair = pairs[i % pairs.length]
        matchNames(pair?.submitted ?? '', pair?.registered ?? '')
      }
      return performance.now() - started
    })
    expect(Math.min(...runs)).toBeLessThan(20_000)
  })
})

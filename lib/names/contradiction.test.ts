import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparisonColumn, type Difference, diffNames, type NameComparison } from './compare'
import { lettersOf } from './text/characters'
import { foldName, tidyName } from './text/fold'
import { markedText } from './text/marks'

const WORDS =
  'Jean Marie-Claire Dupont Müller Weiß van den Berg de la Cruz O’Brien Łukasz Sørensen José Muñoz J. A.B. Dr. Mme GmbH SAS S.r.l. ' +
  'Sp. & und et Société Générale Transport Nord 24 Παπαδόπουλος Γιώργος Иван Петров Şahin Ng Li Zoë MacDonald née Ødegård'
const word = fc.constantFrom(...WORDS.split(' '))
const name = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))

/** Edits that people and systems make to a name. */
const edit = fc.record({
  kind: fc.constantFrom(
    'drop letter',
    'swap letters',
    'other letter',
    'double letter',
    'capitals',
    'small',
    'one capital',
    'plain letters',
    'drop word',
    'add word',
    'swap words',
    'hyphen',
    'comma',
    'initial',
    'join',
    'cut',
    'German spelling',
  ),
  at: fc.nat(60),
  letter: fc.constantFrom(...'aeionrstm'),
  word,
})
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function apply(text: string, { kind, at, letter, word: added }: Edit): string {
  const signs = Array.from(text)
  const i = at % Math.max(signs.length, 1)
  const words = text.split(' ')
  const w = at % words.length
  const withWord = (change: (word: string) => string) =>
    words.map((each, n) => (n === w ? change(each) : each)).join(' ')
  switch (kind) {
    case 'drop letter':
      return signs.toSpliced(i, 1).join('')
    case 'swap letters':
      return signs.toSpliced(i, 2, ...signs.slice(i, i + 2).reverse()).join('')
    case 'other letter':
      return signs.toSpliced(i, 1, letter).join('')
    case 'double letter':
      return signs.toSpliced(i, 0, signs[i] ?? letter).join('')
    case 'capitals':
      return text.toUpperCase()
    case 'small':
      return text.toLowerCase()
    case 'one capital':
      return withWord((each) => each.toUpperCase())
    case 'plain letters':
      return text.normalize('NFD').replace(/\p{M}/gu, '')
    case 'drop word':
      return words.toSpliced(w, 1).join(' ')
    case 'add word':
      return words.toSpliced(w, 0, added).join(' ')
    case 'swap words':
      return words.toSpliced(w, 2, ...words.slice(w, w + 2).reverse()).join(' ')
    case 'hyphen':
      return text.replace(' ', '-')
    case 'comma':
      return withWord((each) => `${each},`)
    case 'initial':
      return withWord((each) => `${Array.from(each)[0]}.`)
    case 'join':
      return text.replace(' ', '')
    case 'cut':
      return signs.slice(0, Math.max(i, 1)).join('')
    case 'German spelling':
      return text.replace('ü', 'ue').replace('ß', 'ss').replace('ø', 'oe')
  }
}
const pair = fc
  .tuple(name, fc.array(edit, { minLength: 1, maxLength: 3 }))
  .map(([given, edits]) => [given, edits.reduce(apply, given)] as const)

type Side = 'submitted' | 'registered'
const alone = ({ columns }: NameComparison, side: Side) =>
  columns.flatMap((column) =>
    column[side === 'submitted' ? 'registered' : 'submitted'] === null ? (column[side] ?? []) : [],
  )
const marks = (column: ComparisonColumn, side: Side) => markedText(column[side] ?? [])
const compact = (text: string) => lettersOf(text).replace(/[&+]/g, '')

/** Final sigma is not another letter: Σ becomes ς at the end of a word. */
const small = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** What the sentence of a difference says that the marked letters and the words contradict. */
function denied(difference: Difference, comparison: NameComparison): string | null {
  const { columns, differences } = comparison
  const { type, x = '', y = '', a = '', b = '' } = difference
  const single = differences.length === 1
  const text = (side: Side) =>
    columns
      .flatMap((column) => column[side] ?? [])
      .map((piece) => piece.text)
      .join('')
  const changed = columns.filter(({ state }) => state === 'changed')
  const gaps = columns.filter(({ state }) => state === 'missing' || state === 'extra')
  switch (type) {
    case 'capital_letters':
      if (single && small(text('submitted')) !== small(text('registered'))) return 'more than capitals'
      return null
    case 'punctuation':
      return single && lettersOf(text('submitted')) !== lettersOf(text('registered'))
        ? 'more than signs'
        : null
    case 'accent':
      for (const letter of x)
        if (!changed.some((c) => (marks(c, 'submitted') + marks(c, 'registered')).includes(letter)))
          return `${letter} is not marked`
      return null
    case 'spelling': {
      const said = `${x}|${y}`
      if (a.includes(' ') || difference.n !== 1) return null
      const shown = changed.map(
        (c) => `${lettersOf(marks(c, 'submitted'))}|${lettersOf(marks(c, 'registered'))}`,
      )
      return shown.includes(said) ? null : `${said} is not what is marked: ${shown}`
    }
    case 'missing_name':
    case 'extra_name': {
      const side = type === 'missing_name' ? 'registered' : 'submitted'
      const only = compact(
        alone(comparison, side)
          .map(({ text: piece }) => piece)
          .join(''),
      )
      return x.split(' ').every((each) => only.includes(compact(each)))
        ? null
        : `${x} is not alone in ${side}`
    }
    case 'legal_form_missing':
      return gaps.length > 0 ? null : `${x} stands on both sides`
    case 'word_order':
      return single && gaps.length > 0 ? 'words are missing' : null
    case 'different_word':
      for (const [words, side] of [
        [a, 'submitted'],
        [b, 'registered'],
      ] as const)
        if (!compact(text(side)).includes(compact(words.split(' ')[0] ?? '')))
          return `${words} is not in ${side}`
      return null
    default:
      return null
  }
}

/** Pairs found by property testing. */
const FOUND: [[string, string]][] = [
  [['Dr. A.B. Jean et Jean', 'Dr.aA.B.-Jea net Jean']],
  [['S.r.l. Jean S.r.l. 24', 'S.r.l.Jean-S.r.l. 24']],
  [['SA SSAS', 'SAS SAS']],
]

const contradictions = (a: string, b: string): string[] => {
  const comparison = diffNames(a, b)
  return comparison.differences.flatMap((difference) => {
    const why = denied(difference, comparison)
    return why === null ? [] : [`${a} / ${b}: ${difference.type}: ${why}`]
  })
}
const LABELLED = readFileSync(path.join(import.meta.dirname, 'testing/name-pairs.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, string>)

describe('the sentences of a comparison', () => {
  it('never contradict what is marked, after any edit of a name', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect([...contradictions(a, b), ...contradictions(b, a)]).toEqual([])
      }),
      { numRuns: 400, examples: FOUND },
    )
  })

  it('say that two names are the same if and only if they are', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const { identical, differences } = diffNames(a, b)
        expect(identical).toBe(tidyName(a) === tidyName(b))
        expect(differences.length === 0).toBe(identical)
      }),
      { numRuns: 400 },
    )
  })

  it('hold for every labelled pair, in both directions', { timeout: 60_000 }, () => {
    const names = LABELLED.map((line) => [line.submitted, line.registered] as [string, string])
    expect(names.length).toBeGreaterThan(400)
    for (const [a, b] of names) {
      expect(diffNames(a, b).differences.length > 0).toBe(tidyName(a) !== tidyName(b))
      expect([...contradictions(a, b), ...contradictions(b, a)]).toEqual([])
    }
  })

  it('name the letters of German, Polish and Scandinavian spellings', () => {
    const letters = (a: string, b: string) =>
      diffNames(a, b).differences.find(({ type }) => type === 'accent')?.x
    expect(letters('STRAUSS', 'Strauß')).toBe('ß')
    expect(letters('Bjoern Oedegaard', 'Bjørn Ødegård')).toBe('øØå')
    expect(letters('Zielinska', 'Zielińska-Nowak')).toBe('ń')
    expect(foldName('Łódź')).toBe('lodz')
  })
})

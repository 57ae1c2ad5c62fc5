// All text on screen is in messages/, complete and in both languages; lib/platform/language/messages.test.ts compares
// the two.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const filesUnder = (top: string) =>
  fs
    .readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(top, file))
const sources = ['app', 'components', 'lib', 'worker']
  .flatMap(filesUnder)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|platform\/generated\/|\/testing\//.test(file))
  .map((file) => ({ file, text: read(file) }))

type Messages = { [key: string]: string | Messages }
const flat = (messages: Messages, above: string): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[above + key, value] as [string, string]] : flat(value, `${above}${key}.`),
  )
const wordsOf = (locale: string) =>
  new Map(
    filesUnder(`messages/${locale}`).flatMap((file) =>
      flat(JSON.parse(read(file)), `${path.basename(file, '.json')}.`),
    ),
  )
const english = wordsOf('en')

/** Identical in both languages: names, formats, units, and words that French and English share. */
const SAME = new Set(
  `Accord · API · BIC · CSV · Excel · IBAN · JSON · Ping · Mac Roman · {n, number} min · {value} min · Action · Actions
   Active · Admin · Code · Correction · Date · Document · Documents · Format · France · Menu · Message · Note · Notifications
   Pages · Secret · Session · Sessions · Source · Total · Webhooks · bulk · purge · verification · webhook`.split(
    / · |\n +/,
  ),
)

const ATTRIBUTE =
  /\s(?:aria-(?:label|description|roledescription|valuetext)|placeholder|title|alt|label|hint|caption)="([^"]*)"/g
/** The text before a closing tag. */
const TEXT = /[>}]\s*([^<>{}=;()`]*?)\s*<\/[a-zA-Z]/g

/** Keys with the same English text and different French texts, with the reason. */
const SPLIT_IN_FRENCH = {
  'check.name.label intake.meaning.name':
    'the form names the holder of the account, a column of a file the holder',
  'command.act.live shell.sandbox.leave': 'the command switches, the banner of the sandbox leads back',
  'reports.count.counted reports.join.counted': 'the count is about several lines, the other about one',
}

/** Parts of sentences, without a capital letter. */
const INSIDE = /^(?:bulk\.eta\.spoken|exports\.numberSource|names\.short)\./

describe('the words', () => {
  it('are translated: a text that is the same in French and English is a word of both languages', () => {
    const french = wordsOf('fr')
    const letters = (text: string) => text.replace(/\{[^{}]*\}/g, '').match(/\p{L}{3}/u) !== null
    const alike = [...english].filter(([key, text]) => french.get(key) === text && letters(text))
    expect(alike.filter(([key, text]) => !SAME.has(text) && !key.startsWith('intake.encoding.'))).toEqual([])
  })

  it('are not duplicated: a text in two places has one key', () => {
    const plain = (text: string) =>
      text
        .replace(/\{(\w+), number\}/g, '{$1}')
        .replace(/\.$/, '')
        .toLowerCase()
    const long = [...english].filter(
      ([key, text]) => !INSIDE.test(key) && text.trim().split(/\s+/).length > 2,
    )
    const doubled = [...Map.groupBy(long, ([, text]) => plain(text)).values()]
      .map((places) => places.map(([key]) => key).sort())
      .filter((keys) => keys.length > 1)
    expect(doubled.sort()).toEqual(Object.keys(SPLIT_IN_FRENCH).map((keys) => keys.split(' ')))
  })

  it('are duplicated only where French needs two texts', () => {
    const french = wordsOf('fr')
    const alike = Object.keys(SPLIT_IN_FRENCH).filter(
      (keys) => new Set(keys.split(' ').map((key) => french.get(key))).size === 1,
    )
    expect(alike).toEqual([])
  })

  it('are all used: a source contains the key, or a template that matches it', () => {
    const all = sources.map(({ text }) => text).join('\n')
    const plain = all.matchAll(/'([\w.:-]+)'|\b([a-zA-Z_]\w*)\??:/g)
    const literals = new Set([...plain].map(([, quoted, property]) => quoted ?? property))
    const families = [
      ...new Set([...all.matchAll(/`([\w.-]*(?:\$\{[^{}`]*\}[\w.-]*)+)`/g)].map(([, t = '']) => t)),
    ]
      .map((template) => template.split(/\$\{[^}]*\}/))
      .filter((parts) => parts.some((part) => /\w/.test(part)))
      .map((parts) => new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`))
    const named = (key: string) => literals.has(key) || families.some((family) => family.test(key))
    const used = (key: string) =>
      [...key.matchAll(/\./g)].some(({ index }) => named(key.slice(0, index)) && named(key.slice(index + 1)))
    // the verification page for packs and the glossary load their messages as a whole
    const whole = /^(evidence\.verifier|glossary\.terms)\./
    const dead = [...english.keys()].filter((key) => !whole.test(key) && !used(key))
    expect(dead).toEqual([])
  })

  it('are the only place for text: no component contains text that a person reads', () => {
    const hardCoded = sources
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(ATTRIBUTE), ...text.matchAll(TEXT)].map(([, words = '']) => ({ file, words })),
      )
      .filter(({ words }) => /\p{L}{2}/u.test(words) && words !== 'Accord')
    expect(hardCoded).toEqual([])
  })
})

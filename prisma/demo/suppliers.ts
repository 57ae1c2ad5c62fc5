import { type DemoCountry, demoIban } from './accounts'
import type { DemoCheck } from './checks'
import { TRADES } from './trades'

/** Somebody the demo office pays; persons have no legal form. */
type Supplier = { name: string; country: DemoCountry; form: string | null }

/** Twenty payees in a row: a house in France with its neighbours, and two that write with other letters. */
const COUNTRIES: DemoCountry[] = [
  ...(['FR', 'DE', 'FR', 'NL', 'FR', 'BE', 'DE', 'FR', 'GR', 'FR'] as const),
  ...(['AT', 'DE', 'FR', 'BE', 'LU', 'FR', 'NL', 'DE', 'BG', 'IE'] as const),
]
const COUNT = 1_500
/** Every third of a country is a person. */
const ONE_PERSON_IN = 3

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** Every pair once before any comes twice. */
const pair = (first: readonly string[], second: readonly string[], n: number): [string, string] => [
  at(first, n),
  at(second, Math.floor(n / first.length) + (n % first.length) * 7),
]

function supplier(country: DemoCountry, nth: number): Supplier {
  const { given, families, crafts, forms } = TRADES[country]
  if (nth % ONE_PERSON_IN === ONE_PERSON_IN - 1) {
    const name = pair(given, families, Math.floor(nth / ONE_PERSON_IN)).join(' ')
    return { name, country, form: null }
  }
  const company = nth - Math.floor(nth / ONE_PERSON_IN)
  const [craft, family] = pair(crafts, families, company)
  const form = at(forms, company)
  return { name: `${craft} ${family} ${form}`, country, form }
}

function all(): Supplier[] {
  const met = new Map<DemoCountry, number>()
  return Array.from({ length: COUNT }, (_, n) => {
    const country = at(COUNTRIES, n)
    const nth = met.get(country) ?? 0
    met.set(country, nth + 1)
    return supplier(country, nth)
  })
}

export const SUPPLIERS: Supplier[] = all()

/** How a name was submitted, and how the bank writes it. */
function written({ name, country, form }: Supplier): Pick<DemoCheck, 'name' | 'matchedName'>[] {
  const { given, forms } = TRADES[country]
  const [first = '', ...words] = name.split(' ')
  const rest = words.join(' ')
  const middle = Math.floor(first.length / 2)
  const misspelt = { name: `${first.slice(0, middle)}${first.slice(middle + 1)} ${rest}`, matchedName: name }
  if (form === null)
    return [
      misspelt,
      { name, matchedName: `${first} ${given.find((other) => other !== first)} ${rest}` },
      { name: `${first.slice(0, 1)}. ${rest}`, matchedName: name },
      { name: `${rest} ${first}`, matchedName: name },
    ]
  const base = name.slice(0, -form.length - 1)
  return [
    misspelt,
    { name: base, matchedName: name },
    { name: name.toUpperCase(), matchedName: name },
    { name: base, matchedName: `${base} Export ${form}` },
    { name, matchedName: `${base} ${forms.find((other) => other !== form)}` },
  ]
}

/** Of a thousand accounts: what their banks say, always the same. */
const ANSWERS: [until: number, answer: Pick<DemoCheck, 'result' | 'reason'>][] = [
  [872, { result: 'match' }],
  [950, { result: 'close_match' }],
  [970, { result: 'no_match' }],
  [988, { result: 'account_not_verifiable', reason: 'verification_not_possible' }],
  [996, { result: 'failed', reason: 'institution_out_of_scope' }],
  [1_000, { result: 'failed', reason: 'institution_timeout' }],
]

/** A supplier's first account, or another one: half of a big list are second accounts. */
export function payee(index: number): { check: DemoCheck; iban: string } {
  const supplier = at(SUPPLIERS, index)
  const { name, country } = supplier
  const chance = ((index + 1) * 7_919) % 1_000
  const [, answer] = ANSWERS.find(([until]) => chance < until) as (typeof ANSWERS)[number]
  const close = answer.result === 'close_match' ? at(written(supplier), chance) : {}
  return { check: { name, country, ...answer, ...close }, iban: demoIban(country, 3_000 + index) }
}

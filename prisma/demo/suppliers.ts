import { type DemoCountry, demoIban } from './accounts'
import type { DemoCheck } from './checks'
import { NAME_PARTS } from './trades'

/** A payee of the demo office; a person has no legal form. */
type Supplier = { name: string; country: DemoCountry; form: string | null }

/** The countries of twenty consecutive suppliers: mostly France and its neighbours, two with another alphabet. */
const COUNTRIES: DemoCountry[] = [
  ...(['FR', 'DE', 'FR', 'NL', 'FR', 'BE', 'DE', 'FR', 'GR', 'FR'] as const),
  ...(['AT', 'DE', 'FR', 'BE', 'LU', 'FR', 'NL', 'DE', 'BG', 'IE'] as const),
]
const COUNT = 1_500
/** Every third supplier of a country is a person. */
const PERSON_EVERY = 3

const pickCyclic = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** Every pair occurs once before one is repeated. */
const pair = (first: readonly string[], second: readonly string[], n: number): [string, string] => [
  pickCyclic(first, n),
  pickCyclic(second, Math.floor(n / first.length) + (n % first.length) * 7),
]

function supplier(country: DemoCountry, nth: number): Supplier {
  const { givenNames, families, trades, legalForms } = NAME_PARTS[country]
  if (nth % PERSON_EVERY === PERSON_EVERY - 1) {
    const name = pair(givenNames, families, Math.floor(nth / PERSON_EVERY)).join(' ')
    return { name, country, form: null }
  }
  const company = nth - Math.floor(nth / PERSON_EVERY)
  const [trade, family] = pair(trades, families, company)
  const form = pickCyclic(legalForms, company)
  return { name: `${trade} ${family} ${form}`, country, form }
}

function createSuppliers(): Supplier[] {
  const counts = new Map<DemoCountry, number>()
  return Array.from({ length: COUNT }, (_, n) => {
    const country = pickCyclic(COUNTRIES, n)
    const nth = counts.get(country) ?? 0
    counts.set(country, nth + 1)
    return supplier(country, nth)
  })
}

export const SUPPLIERS: Supplier[] = createSuppliers()

/** Differences between the submitted name and the bank's that make a close match. */
function closeMatchVariants({ name, country, form }: Supplier): Pick<DemoCheck, 'name' | 'matchedName'>[] {
  const { givenNames, legalForms } = NAME_PARTS[country]
  const [first = '', ...words] = name.split(' ')
  const rest = words.join(' ')
  const middle = Math.floor(first.length / 2)
  const misspelt = { name: `${first.slice(0, middle)}${first.slice(middle + 1)} ${rest}`, matchedName: name }
  if (form === null)
    return [
      misspelt,
      { name, matchedName: `${first} ${givenNames.find((other) => other !== first)} ${rest}` },
      { name: `${first.slice(0, 1)}. ${rest}`, matchedName: name },
      { name: `${rest} ${first}`, matchedName: name },
    ]
  const base = name.slice(0, -form.length - 1)
  return [
    misspelt,
    { name: base, matchedName: name },
    { name: name.toUpperCase(), matchedName: name },
    { name: base, matchedName: `${base} Export ${form}` },
    { name, matchedName: `${base} ${legalForms.find((other) => other !== form)}` },
  ]
}

/** Results by a number below 1,000; each entry covers the numbers below its limit. */
const ANSWERS: [limit: number, answer: Pick<DemoCheck, 'result' | 'reason'>][] = [
  [872, { result: 'match' }],
  [950, { result: 'close_match' }],
  [970, { result: 'no_match' }],
  [988, { result: 'account_not_verifiable', reason: 'verification_not_possible' }],
  [996, { result: 'failed', reason: 'institution_out_of_scope' }],
  [1_000, { result: 'failed', reason: 'institution_timeout' }],
]

/** The first account of a supplier, and the second one from index 1,500 on. */
export function payee(index: number): { check: DemoCheck; iban: string } {
  const supplier = pickCyclic(SUPPLIERS, index)
  const { name, country } = supplier
  const chance = ((index + 1) * 7_919) % 1_000
  const [, answer] = ANSWERS.find(([limit]) => chance < limit) as (typeof ANSWERS)[number]
  const close = answer.result === 'close_match' ? pickCyclic(closeMatchVariants(supplier), chance) : {}
  return { check: { name, country, ...answer, ...close }, iban: demoIban(country, 3_000 + index) }
}

import type { Column } from '@/lib/tables/table'
import { type Meaning, normaliseHeader, phrasesIn, type Reading, readingsOf } from '@/lib/tables/words'

/**
 * A header for a first or last name or, `vague`, just "name"; `beside`: its other words; `bare`: "first" or "last"
 * beside other words, which may refer to anything.
 */
type Part = {
  column: Column
  meanings: Meaning[]
  vague: boolean
  beside: string
  bare: boolean
  how: Reading['how']
}
type Person = { person: number[]; halves: number[]; isContact: boolean }
type Pair = { first: Part; last: Part; worth: number; isContact: boolean }

const PARTS: readonly Meaning[] = ['first_name', 'middle_name', 'last_name', 'second_last_name']

/** Whose name it is, by ascending priority. */
const WHOSE: readonly Meaning[] = ['name_supplier', 'name_payee', 'name_holder']

/** People who act for a payee, or for the payer. */
const OTHERS: readonly Meaning[] = ['not_a_payee', 'own_name', 'own_account']

/**
 * `person`: the columns of first, middle, last and second last name, in this order; empty unless first and last exist.
 * `halves`: every column with a first or last name, which alone is nobody's full name. `isContact`: the name counts
 * only where there is no other. Two columns belong together when the rest of their headers is equal ("Prénom du
 * salarié", "Nom du salarié"); one of them may then be just "name".
 */
export function personColumns(columns: Column[], headers: string[]): Person {
  const parts = columns.flatMap((column) => partOf(column, headers[column.index] ?? '') ?? [])
  const pairs = pairsOf(parts)
  const best = pairs.reduce<Pair | null>((a, b) => (a && a.worth >= b.worth ? a : b), null)
  if (!best) return { person: [], halves: [], isContact: false }
  const { first, last } = best
  const more = (meaning: Meaning) =>
    certain(parts, meaning).find(({ beside }) => beside === '' || beside === last.beside)
  const all = [first, more('middle_name'), last, more('second_last_name')]
  return {
    person: [...new Set(all.flatMap((part) => (part ? [part.column.index] : [])))],
    halves: pairs.flatMap((pair) => [pair.first.column.index, pair.last.column.index]),
    isContact: best.isContact,
  }
}

function pairsOf(parts: Part[]): Pair[] {
  const pairs: Pair[] = []
  for (const first of parts) {
    for (const last of parts) {
      if (first !== last && first.beside === last.beside && areHalves(first, last)) {
        const isContact = isOther(last)
        pairs.push({ first, last, isContact, worth: isContact ? -1 : worthOf(first, last) })
      }
    }
  }
  if (pairs.length > 0) return pairs
  const clear = parts.filter(({ bare }) => !bare)
  const clearFirst = bestOf(certain(clear, 'first_name'))
  const clearLast = bestOf(certain(clear, 'last_name'))
  const vague = parts.find((part) => part.vague && part.beside === '')
  const first = clearFirst ?? (clearLast && !isOther(clearLast) ? vague : undefined)
  const last = clearLast ?? (clearFirst && !isOther(clearFirst) ? vague : undefined)
  return first && last ? [{ first, last, worth: 0, isContact: false }] : []
}

const isOther = ({ beside }: Part) => readingsOf(beside).some(({ meaning }) => OTHERS.includes(meaning))

function areHalves(first: Part, last: Part): boolean {
  const says = (part: Part, meaning: Meaning) => !part.vague && part.meanings.includes(meaning)
  return says(first, 'first_name')
    ? last.vague || says(last, 'last_name')
    : first.vague && says(last, 'last_name')
}

/** Filled columns first, then the holder's name, then clear headers. */
function worthOf(first: Part, last: Part): number {
  const whose = Math.max(-1, ...readingsOf(last.beside).map(({ meaning }) => WHOSE.indexOf(meaning)))
  const clear = first.vague || last.vague ? 0 : 1
  return (last.column.filled >= 0.5 ? 100 : 0) + whose * 10 + clear
}

function certain(parts: Part[], meaning: Meaning): Part[] {
  return parts.filter((part) => !part.vague && part.meanings.includes(meaning))
}

/** Whole headers first, then parts of headers, then misspelt ones. */
function bestOf(parts: Part[]): Part | undefined {
  return (['exact', 'phrase', 'near'] as const)
    .map((wanted) => parts.find(({ how }) => how === wanted))
    .find((part) => part !== undefined)
}

/** Null for a header with no name part or with a full name, and for a column without names. */
function partOf(column: Column, header: string): Part | null {
  if (column.filled > 0 && column.letters < 0.5) return null
  const plain = normaliseHeader(header)
  const said = saidIn(plain)
  if (!said) return nearPart(column)
  const { phrase, meanings, vague } = said
  if (phrasesIn(plain, ['name_full']).some(({ words }) => words >= phrase.split(' ').length)) return null
  const beside = removePhrase(plain, phrase)
  // "last, first" is a full name
  if (saidIn(beside)?.vague === false) return null
  const how = beside === '' ? 'exact' : 'phrase'
  const rest = EITHER.test(header) ? withoutCompany(beside) : beside
  const bare = beside !== '' && /^(?:first|last)$/.test(phrase)
  return { column, meanings, vague, beside: rest.replace(NUMBER, ''), bare, how }
}

/** Of “1º Apellido” and “Vorname (1)”. */
const NUMBER = /^\d[oa]?$/

/** "Name / Firma", "Nom ou raison sociale": the last name of people, with the first name in another column. */
const EITHER = /\/|(?<!\p{L})(?:or|ou|oder|bzw|o|of|lub|eller)(?!\p{L})/iu

function withoutCompany(words: string): string {
  const [company] = phrasesIn(words, ['name_company'])
  return company
    ? removePhrase(words, company.phrase).replace(/^(?:or|ou|oder|bzw|o|of|lub|eller)$/, '')
    : words
}

function removePhrase(words: string, phrase: string): string {
  return ` ${words} `.replace(` ${phrase} `, ' ').trim()
}

/** The longest phrase for a part of a name; of equal ones, one that is more than "name". */
function saidIn(plain: string): { phrase: string; meanings: Meaning[]; vague: boolean } | undefined {
  const found = phrasesIn(plain, [...PARTS, 'name_plain'])
  const longest = found.filter(({ words }) => words === found[0]?.words)
  const readings = longest.map(({ phrase }) => {
    const meanings = longest.filter((other) => other.phrase === phrase).map(({ meaning }) => meaning)
    return { phrase, meanings, vague: meanings.includes('name_plain') }
  })
  return readings.find(({ vague }) => !vague) ?? readings[0]
}

function nearPart(column: Column): Part | null {
  const meanings = column.readings.filter(({ how }) => how === 'near').map(({ meaning }) => meaning)
  const named = meanings.some((meaning) => PARTS.includes(meaning))
  return named
    ? { column, meanings, vague: meanings.includes('name_plain'), beside: '', bare: false, how: 'near' }
    : null
}

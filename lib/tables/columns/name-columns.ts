import type { Column } from '@/lib/tables/table'
import { AVOIDED, type Meaning, normaliseHeader, type Reading } from '@/lib/tables/words'
import { personColumns } from './name-parts'

/** Priority: account holder, payee, legal name, supplier, plain name. */
const RANK: Partial<Record<Meaning, number>> = {
  name_holder: 100,
  name_payee: 90,
  name_full: 85,
  name_company: 80,
  name_supplier: 70,
  name_plain: 60,
}
/** Columns filled less often than this give way to other name columns. */
const FILLED = 0.98

/**
 * The columns that make up the account holder's name. First, middle and last names are joined. A company column beside
 * them, or a partly filled column beside another name that every row has, replaces them where it is filled (`instead`).
 * "Nom" beside "Prénom" and "Name" beside "Vorname" are last names.
 */
export function nameColumns(columns: Column[], headers: string[]): { name: number[]; instead: number[] } {
  const usable = columns.filter((column) => !isAvoided(column))
  const { person, halves, isContact } = personColumns(usable, headers)
  const ranked = usable
    .filter((column) => !halves.includes(column.index))
    .map((column) => ({ column, score: nameScore(column) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index)
  const others = person.length > 0 || ranked.some(({ column }) => !has(column, 'name_holder'))
  const holder = ranked.filter(
    ({ column }) => has(column, 'name_holder') && column.filled < (others ? FILLED : 0.5),
  )
  const instead = holder.map(({ column }) => column.index)
  const full = ranked.find(
    ({ column }) =>
      column.filled >= 0.5 &&
      (isContact || (wordsOf(column) >= 80 && !isCompany(column))) &&
      !instead.includes(column.index),
  )
  if (person.length > 0 && !full) {
    const company = ranked.flatMap(({ column }) => (isCompany(column) ? column : [])).slice(0, 1)
    const named = [...company, ...usable.filter(({ index }) => person.includes(index))]
    const more = [...company, ...otherwise(usable, named)].map(({ index }) => index)
    return { name: person, instead: [...instead, ...more.filter((index) => !instead.includes(index))] }
  }
  const best =
    (person.length > 0 ? full : undefined) ??
    ranked.find(({ column }) => !instead.includes(column.index)) ??
    ranked[0]
  if (!best) return { name: byContent(usable), instead: [] }
  const whole =
    best.column.filled < FILLED ? ranked.find(({ column }) => column.filled >= FILLED)?.column : undefined
  const name = withContinuation(whole ?? best.column, usable, headers)
  const more = whole ? [best.column.index, ...instead] : instead
  return { name, instead: [...new Set(more)].filter((index) => !name.includes(index)) }
}

/** The column of names that is filled only in rows in which all of `named` are empty. */
function otherwise(columns: Column[], named: Column[]): Column[] {
  const isElsewhere = ({ rows }: Column) =>
    named.every((other) => [...rows].every((row) => !other.rows.has(row)))
  return columns
    .filter((column) => column.filled > 0 && nameScore(column) > 0 && isElsewhere(column))
    .slice(0, 1)
}

function has(column: Column, meaning: Meaning): boolean {
  return column.readings.some((reading) => reading.meaning === meaning)
}

function isAvoided(column: Column): boolean {
  const [best] = column.readings
  const avoided = best && (AVOIDED.includes(best.meaning) || saysPlace(best))
  return avoided || column.likeBank > 0.5 || column.likeBic > 0.6
}

/** Towns, streets and departments look like names; next to a word for a name ("Nom et adresse") they don't count. */
function saysPlace({ meaning, how }: Reading): boolean {
  return meaning === 'other_text' && how === 'exact'
}

function isCompany(column: Column): boolean {
  return has(column, 'name_company') && column.readings[0]?.how !== 'near'
}

/** How strongly the header indicates a name; 0 when it doesn't. */
function wordsOf(column: Column): number {
  let best = 0
  for (const { meaning, how } of column.readings) {
    const penalty = how === 'exact' ? 0 : how === 'phrase' ? 5 : 15
    best = Math.max(best, (RANK[meaning] ?? 0) - penalty)
  }
  return best
}

/** Combines header and content: a column of codes under "Supplier" isn't a name. */
function nameScore(column: Column): number {
  const words = wordsOf(column)
  if (words === 0 || (column.filled > 0 && column.likeName < 0.5)) return 0
  // the same name in every row is the payer's, when there is another column
  const own = column.constant ? 0.5 : 1
  return words * (0.4 + 0.6 * column.likeName) * (column.filled > 0 ? 1 : 0.1) * own
}

/** Without helpful headers: the column whose cells look most like different names. */
function byContent(columns: Column[]): number[] {
  const score = (column: Column) =>
    column.likeName * column.filled * (0.5 + column.distinct) * (0.5 + column.severalWords)
  const [best] = columns
    .filter(
      (column) =>
        column.likeName > 0.5 && column.filled > 0.3 && column.severalWords > 0.2 && column.distinct > 0.1,
    )
    .sort((a, b) => score(b) - score(a) || a.index - b.index)
  return best ? [best.index] : []
}

/** Adds "Name 2" and "Name 3" to "Name 1" or "Name" where they contain text. */
function withContinuation(column: Column, columns: Column[], headers: string[]): number[] {
  const header = normaliseHeader(headers[column.index] ?? '')
  const stem = /^(.*\D)\s?1$/.exec(header)?.[1]?.trim() ?? header
  if (stem === '') return [column.index]
  const more = [2, 3, 4].flatMap((number) =>
    columns.filter(
      (other) =>
        normaliseHeader(headers[other.index] ?? '').replace(/\s/g, '') ===
        `${stem}${number}`.replace(/\s/g, ''),
    ),
  )
  return [column.index, ...more.filter((other) => other.likeName > 0.5).map((other) => other.index)]
}

import { cleanIban } from '@/lib/iban/clean'
import { fromDomestic } from '@/lib/iban/domestic'
import { type IbanRepair, repairIban } from '@/lib/iban/repair'
import { checkIban } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { foldWord } from '@/lib/names/text/fold'
import { trimEnds } from '@/lib/names/text/trim'
import { titlesAtEnds } from '@/lib/names/words/titles'
import { looksGarbled } from '@/lib/tables/garbled'
import { ibanWithin } from '@/lib/tables/iban-within'
import { NO_ROWS, type NoRow } from '@/lib/tables/rows/hints'
import type { CheckedRow, RawCells, RowWarning } from '@/lib/tables/rows/rows'
import type { RowEdit } from '@/lib/tables/table'
import { decodeAs, encode } from '@/lib/tables/text/encoding'

/** Fixes that apply to many rows, in the order they are offered. */
export const FIX_KINDS = [
  'letter_o',
  'letter_i',
  'country',
  'columns',
  'swap',
  'iban_only',
  'hidden_signs',
  'garbled',
  'outer_signs',
  'titles',
  'totals',
  'rules',
  'headings',
  'other_list',
] as const
export type FixKind = (typeof FIX_KINDS)[number]

/** What is left out, because it is no row of the list. */
const LEAVES_OUT: Record<NoRow, FixKind> = {
  total_row: 'totals',
  rule_row: 'rules',
  heading_row: 'headings',
  other_list: 'other_list',
}

/** A fix for one row: new cells, or leaving it out. */
export type Fix = { kind: FixKind; edit?: RowEdit; skip?: true }

const FIXABLE: readonly RowWarning[] = ['suspected_encoding', 'name_odd_signs', 'name_title']

/** False for rows that `fixesFor` has no fix for. Doesn't read their cells. */
export function mayBeFixed({ problems, warnings }: CheckedRow): boolean {
  return problems.length > 0 || warnings.some((warning) => FIXABLE.includes(warning))
}

/**
 * The fixes for a row that need no input. A person accepts each kind for all rows at once; none is applied
 * automatically. Typing errors in an IBAN are not included: see `proposalsFor`.
 */
export function fixesFor(row: CheckedRow, raw: RawCells): Fix[] {
  if (!mayBeFixed(row)) return []
  const noRow = NO_ROWS.find((each) => row.problems.some(({ hint }) => hint === each))
  if (noRow) return [{ kind: LEAVES_OUT[noRow], skip: true }]
  for (const problem of row.problems) {
    // other fixes would make a truncated name look complete
    if (problem.code === 'columns') return problem.whole ? [{ kind: 'columns', edit: problem.whole }] : []
  }
  if (row.problems.some(({ hint }) => hint === 'columns_swapped')) {
    return [{ kind: 'swap', edit: { iban: raw.name, name: raw.iban } }]
  }
  return [...ibanFix(row, raw), ...nameFix(row, raw)]
}

function ibanFix(row: CheckedRow, raw: RawCells): Fix[] {
  const problem = row.problems.find(({ field }) => field === 'iban')
  if (!problem) return []
  if (problem.hint === 'iban_and_bic')
    return [{ kind: 'iban_only', edit: { iban: cleanIban(ibanWithin(raw.iban)?.iban ?? '') } }]
  const domestic = fromDomestic(row.iban)
  if (domestic !== null) return [{ kind: 'country', edit: { iban: domestic } }]
  if (!/[OIL]/.test(row.iban.slice(2))) return []
  const letters = repairIban(row.iban).filter(({ kind }) => isLetter(kind))
  const [only] = letters
  if (!only || letters.length > 1) return []
  return [{ kind: only.kind as 'letter_o' | 'letter_i', edit: { iban: only.iban } }]
}

const isLetter = (kind: IbanRepair['kind']) => kind === 'letter_o' || kind === 'letter_i'

const ZERO_WIDTH = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu
const BREAKS = /[\p{Cc}\u2028\u2029\s]+/gu
const OUTER_SIGN = /[\s"`´*_;:,#|~<>[\]{}\\/„“”«»–—-]/u

function nameFix(row: CheckedRow, { name }: RawCells): Fix[] {
  const seen = name.replace(ZERO_WIDTH, '')
  if (row.problems.some(({ code }) => code === 'name_control_characters') || seen !== name) {
    return changed('hidden_signs', name, seen.replace(BREAKS, ' ').trim())
  }
  if (row.warnings.includes('suspected_encoding')) return changed('garbled', name, repairGarbled(name))
  if (row.warnings.includes('name_odd_signs')) {
    const bare = withoutOuterSigns(name)
    const verdict = checkName(bare)
    if (verdict.ok && !verdict.warnings.includes('name_odd_signs')) return changed('outer_signs', name, bare)
  }
  if (row.warnings.includes('name_title')) return changed('titles', name, withoutTitles(row.name))
  return []
}

/** `'Nord GmbH'` → `Nord GmbH`; an apostrophe at one end only is kept. */
function withoutOuterSigns(name: string): string {
  const isQuoted = name.length > 1 && name.startsWith("'") && name.endsWith("'")
  return isQuoted ? name.slice(1, -1) : trimEnds(name, OUTER_SIGN)
}

/** `Dr. Anna Rossi` → `Anna Rossi`; a name of titles only is kept. */
function withoutTitles(name: string): string {
  const words = name.split(' ')
  const { first, last } = titlesAtEnds(words.map(foldWord))
  return words.slice(first, words.length - last).join(' ') || name
}

function changed(kind: FixKind, before: string, after: string): Fix[] {
  return after !== before && checkName(after).ok ? [{ kind, edit: { name: after } }] : []
}

/** `MÃ¼ller` → `Müller`: decodes UTF-8 that was read as windows-1252; returns the text itself when that fails. */
function repairGarbled(text: string): string {
  const bytes = encode(text, 'windows-1252')
  if (decodeAs(bytes, 'windows-1252') !== text) return text
  try {
    const read = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return looksGarbled(read) ? text : read
  } catch {
    return text
  }
}

const PROPOSALS = 3

/** `extra`: characters around or after an IBAN that is complete without them. */
export type Proposal = {
  iban: string
  kind: IbanRepair['kind'] | 'extra'
  positions: number[]
  removed?: string
}

/** Valid IBANs that may be meant by this wrong one: shown one by one, never applied to many rows. */
export function proposalsFor(row: CheckedRow): Proposal[] {
  const problem = row.problems.find(({ field, hint }) => field === 'iban' && hint === undefined)
  if (!problem) return []
  const { iban } = row
  const within = ibanWithin(iban)
  if (within) {
    const removed = iban.replace(within.iban, '')
    return [{ iban: cleanIban(within.iban), kind: 'extra', positions: [1], removed }]
  }
  const expected = 'expected' in problem ? (problem.expected ?? 0) : 0
  const whole = iban.slice(0, expected)
  if (expected > 0 && iban.length > expected && iban.length <= expected + 3 && checkIban(whole).ok) {
    return [{ iban: whole, kind: 'extra', positions: [expected + 1], removed: iban.slice(expected) }]
  }
  return repairIban(iban).slice(0, PROPOSALS)
}

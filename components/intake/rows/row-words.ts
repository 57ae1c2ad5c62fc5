import type { MessageKey } from '@/lib/platform/language/keys'
import type { Proposal } from '@/lib/tables/fixes/fixes'
import type { RowProblem } from '@/lib/tables/rows/rows'

/** Problems that a field for a single IBAN also has, with its messages. */
export type IbanFieldProblem =
  | 'iban_required'
  | 'iban_checksum'
  | 'iban_country_missing'
  | 'iban_country_unknown'
  | 'iban_too_short'
  | 'iban_too_long'
export type ProblemWords = {
  key: MessageKey<'intake.row'> | IbanFieldProblem
  values: Record<string, string | number>
}

/** The message for a problem in a row, with its values. */
export function problemWords(
  problem: RowProblem,
  locale: string,
  about: { cell: string | null; proposal?: Proposal } = { cell: null },
): ProblemWords {
  const { proposal } = about
  if (problem.hint)
    return { key: problem.hint, values: { cell: about.cell ?? '', known: String(about.cell !== null) } }
  if (problem.field === 'name') return { key: problem.code, values: {} }
  if (proposal?.kind === 'letter_o' || proposal?.kind === 'letter_i') {
    const { kind, positions } = proposal
    return { key: kind, values: { positions: listOf(positions, locale), n: positions.length } }
  }
  const { code, country, expected = 0, actual = 0, positions = [] } = problem
  const values = {
    country: country ? countryName(country, locale) : '',
    code: country ?? '',
    expected,
    actual,
    positions: listOf(positions, locale),
    n: positions.length,
  }
  if (code === 'iban_country_unknown')
    return { key: country ? 'iban_country_unknown' : 'iban_country_missing', values }
  if (code === 'iban_length') return { key: actual < expected ? 'iban_too_short' : 'iban_too_long', values }
  return { key: code, values }
}

/** Countries whose English name needs an article in a sentence. */
const WITH_ARTICLE = ['NL', 'GB', 'AE', 'FO', 'VA', 'DO', 'PS']

function countryName(code: string, locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code
  return locale.startsWith('en') && WITH_ARTICLE.includes(code) ? `the ${name}` : name
}

/** “5 and 7”; a long list is shortened to its first and last. */
function listOf(positions: number[], locale: string): string {
  const shown = positions.length > 4 ? [`${positions[0]}–${positions.at(-1)}`] : positions.map(String)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(shown)
}

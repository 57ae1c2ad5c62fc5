import { foldWord } from '@/lib/names/text/fold'

/** Spelling of legal forms; folded word → spelling. */
const FORMS = new Map(
  (
    'GmbH AG KG OHG UG GbR eG eV mbH SARL SAS SASU SA SCI SNC EURL Srl SpA Sapa SL SLU SAU CB BV NV VOF CV Ltd LLC LLP PLC Inc Corp ' +
    'Lda Oy AB AS ApS Kft Zrt SRO Doo SE'
  )
    .split(' ')
    .map((form) => [form.toLowerCase(), form] as const),
)
const SMALL = new Set(
  'de du des d la le les von vom van zu zur der den das und et y e en di del della da do dos das of and i og och'.split(
    ' ',
  ),
)

/** Whether the name is written in capitals only, or in lower case only. */
function isOneCase(name: string): boolean {
  if (!/\p{L}{3}/u.test(name)) return false
  return name === name.toUpperCase() || name === name.toLowerCase()
}

/**
 * Converts a name in one case to mixed case: `MÜLLER-LÜDENSCHEIDT GMBH` → `Müller-Lüdenscheidt GmbH`. Legal forms get
 * their spelling. Words without vowels (SNCF), words with dots inside (S.A.) and short words of a company stay, because
 * they may be abbreviations. Other names are returned unchanged.
 */
export function properCase(name: string): string {
  if (!isOneCase(name)) return name
  const words = name.split(' ')
  const company = words.some((word) => FORMS.has(foldWord(word)))
  const small = name === name.toLowerCase()
  return words
    .map((word, index) => {
      const key = foldWord(word)
      const form = index > 0 && !word.includes('.') ? FORMS.get(key) : undefined
      if (form) return word.replace(/[\p{L}]+/u, form)
      if (index > 0 && SMALL.has(key)) return word.toLowerCase()
      if (!small && isAbbreviation(word, key, company)) return word
      return capitalise(word)
    })
    .join(' ')
}

function isAbbreviation(word: string, key: string, company: boolean): boolean {
  if (/\d/.test(word) || /\p{L}\.\p{L}/u.test(word)) return true
  return key.length > 1 && (!/[aeiouy]/.test(key) || (company && key.length <= 3))
}

/** Capitalises the first letter and those after a hyphen or an apostrophe. */
function capitalise(word: string): string {
  return word
    .toLowerCase()
    .replace(/(^|[-'’(&/"])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

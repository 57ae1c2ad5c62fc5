/** The official romanisation for Cyrillic letters. */
export type Cyrillic = 'bulgarian' | 'serbian' | 'ukrainian' | 'russian'

const pairs = (text: string) =>
  new Map(text.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)] as const))

/** Greek ELOT 743 for single letters; digraphs are handled first. */
const GREEK = pairs('αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo')
const CYRILLIC =
  'аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ъa ьy юyu яya'
const SERBIAN =
  'аa бb вv гg дd ђd еe жz зz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ћc уu фf хh цc чc џdz шs ѓg ќk ѕdz'
const MAPS: Record<Cyrillic, Map<string, string>> = {
  bulgarian: pairs(CYRILLIC),
  serbian: pairs(SERBIAN),
  ukrainian: pairs(`${CYRILLIC} гh ґg иy іi їi йi єie хkh щshch ь юiu яia`),
  russian: pairs(`${CYRILLIC} ёe ыy эe хkh щshch ъ ь`),
}
const DIGRAPHS: [RegExp, string][] = [
  [/ου/g, 'ou'],
  [/([αεη])υ(?=[βγδζλμνραεηιουω])/g, '$1v'],
  [/([αεη])υ/g, '$1f'],
  [/γγ/g, 'ng'],
  [/γξ/g, 'nx'],
  [/γχ/g, 'nch'],
  [/(^|[^\p{L}])μπ/gu, '$1b'],
]

/**
 * Romanises folded Greek and Cyrillic letters by the official standards (ELOT 743, Bulgarian law of 2009,
 * Serbian, Ukrainian resolution 55, ICAO for Russian); other letters are unchanged.
 * In: folded text (lower case, no accents). Out: the text in Latin letters as far as known.
 */
export function romanise(folded: string, cyrillic: Cyrillic = 'bulgarian'): string {
  if (!isRomanisable(folded)) return folded
  const text = DIGRAPHS.reduce((result, [from, to]) => result.replace(from, to), folded)
  const latin = Array.from(text, (sign) => GREEK.get(sign) ?? MAPS[cyrillic].get(sign) ?? sign).join('')
  return cyrillic === 'bulgarian' ? latin.replace(/iya(?![\p{L}])/gu, 'ia') : latin
}

/** Whether the text has Greek or Cyrillic letters. */
export function isRomanisable(text: string): boolean {
  return /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(text)
}

/** The romanisations to try for a text: only one when it has no Cyrillic letters. */
export function romanisationsFor(text: string): Cyrillic[] {
  if (!/\p{Script=Cyrillic}/u.test(text)) return ['bulgarian']
  if (/[ђјљњћџѓќѕ]/iu.test(text)) return ['serbian']
  if (/[іїєґ]/iu.test(text)) return ['ukrainian']
  if (/[ыэё]/iu.test(text)) return ['russian']
  return ['bulgarian', 'serbian', 'ukrainian', 'russian']
}

/** Number words of one language, folded: 0 to 19, then the tens from 20; a slash separates variants of one number. */
type Language = { small: string; tens: string; joiner: string; unitFirst?: true }

const LANGUAGES: Language[] = [
  {
    small:
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty/fourty fifty sixty seventy eighty ninety hundred/onehundred',
    joiner: '',
  },
  {
    small:
      'zero un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf',
    tens: 'vingt trente quarante cinquante soixante septante octante/huitante/quatrevingt/quatrevingts nonante cent',
    joiner: 'et',
  },
  {
    small:
      'null eins/ein/eine zwei/zwo drei vier funf/fuenf sechs sieben acht neun zehn elf zwolf/zwoelf dreizehn vierzehn funfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreissig vierzig funfzig/fuenfzig sechzig siebzig achtzig neunzig hundert/einhundert',
    joiner: 'und',
    unitFirst: true,
  },
  {
    small:
      'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd',
    joiner: 'en',
    unitFirst: true,
  },
  {
    small:
      'zero uno/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti/vent trenta/trent quaranta/quarant cinquanta/cinquant sessanta/sessant settanta/settant ottanta/ottant novanta/novant cento',
    joiner: '',
  },
  {
    small:
      'cero uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte/veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento',
    joiner: 'y',
  },
  {
    small:
      'zero um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem',
    joiner: 'e',
  },
]

const ORDINALS = [
  'first premier premiere erste erster primo primero 1st 1er 1ere',
  'second deuxieme zweite secondo segundo 2nd 2e 2eme',
  'third troisieme dritte terzo tercero terceiro 3rd 3e 3eme',
  'fourth 4th',
  'fifth 5th',
  'sixth 6th',
  'seventh 7th',
  'eighth 8th',
  'ninth 9th',
  'tenth 10th',
]

/** Roman numbers from 1. A single letter is a letter. */
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')

const NUMBER_OF = new Map<string, string>()

const add = (forms: string[], n: number) => {
  for (const form of forms) if (!NUMBER_OF.has(form)) NUMBER_OF.set(form, String(n))
}

const formsIn = (words: string) => words.split(' ').map((forms) => forms.split('/'))

for (const language of LANGUAGES) formsIn(language.small).forEach(add)
for (const language of LANGUAGES)
  formsIn(language.tens).forEach((tens, i) => {
    addTens(language, tens, 20 + i * 10)
  })
ORDINALS.forEach((words, i) => {
  add(words.split(' '), i + 1)
})

/** Adds a ten and the numbers made with it: `vingt`, `vingtdeux`, `vingtetun`, in French also `soixantedouze`. */
function addTens({ small, joiner, unitFirst }: Language, tens: string[], n: number): void {
  add(tens, n)
  if (n === 100) return
  const units = formsIn(small)
  const last = joiner === 'et' && /^(?:soixante|octante)$/.test(tens[0] ?? '') ? 19 : 9
  for (const ten of tens)
    for (let i = 1; i <= last; i++) {
      const parts = (units[i] ?? []).map((unit) => (unitFirst ? [unit, ten] : [ten, unit]))
      add(
        parts.flatMap((pair) => [pair.join(joiner), pair.join('')]),
        n + i,
      )
    }
}
ROMAN.forEach((form, i) => {
  if (form.length > 1) add([form], i + 1)
})
add(['soixantedix'], 70)
add(['quatrevingtdix'], 90)

/** Whether a folded word is a Roman number of two letters or more. */
export const isRoman = (key: string): boolean => key.length > 1 && ROMAN.includes(key)

/** The digits of a folded number word: `trois` → `3`, `vingtetun` → `21`, `iv` → `4`; undefined for other words. */
export function numberOf(key: string): string | undefined {
  if (/^\d+$/.test(key)) return key.replace(/^0+(?=\d)/, '')
  return NUMBER_OF.get(key)
}

/** Whether two folded words are the same number, one in digits and one in words. */
export function isSameNumber(left: string, right: string): boolean {
  return (
    /\d/.test(left + right) &&
    left !== right &&
    numberOf(left) !== undefined &&
    numberOf(left) === numberOf(right)
  )
}

const numbersIn = (key: string) => key.match(/\d+/g)?.map(numberOf).join(' ')

/** Whether two folded words are numbers that differ, or have numbers in them that differ: never a typing error. */
export function isOtherNumber(left: string, right: string): boolean {
  const [a, b] = [numberOf(left), numberOf(right)]
  if (a !== undefined && b !== undefined) return a !== b
  const [c, d] = [numbersIn(left), numbersIn(right)]
  return c !== undefined && d !== undefined && c !== d
}

import { expect, test } from 'vitest'
import type { Encoding } from './choices'
import { decode, encode } from './encoding'

const WEST: Encoding[] = ['windows-1252', 'iso-8859-15', 'macintosh']
const CENTRAL: Encoding[] = ['windows-1250', 'iso-8859-2']
const BALTIC: Encoding[] = ['windows-1257', 'iso-8859-13']

/** Names of each language, the encodings of its programs, and an IBAN of its country. */
const LANGUAGES: [string, Encoding[], string, string[]][] = [
  ['French', WEST, 'FR7630006000011234567890189', ['Élodie Lefèvre', 'Noël Gaëtan', 'Où Côté', 'Ça Va SARL']],
  ['German', WEST, 'DE89370400440532013000', ['Jürgen Größe', 'Österreichische Post', 'Weiß & Söhne']],
  ['Spanish', WEST, 'ES9121000418450200051332', ['José Núñez', 'María Ángeles Peña', 'Compañía Íñigo']],
  ['Portuguese', WEST, 'PT50000201231234567890154', ['João Conceição', 'Inês Magalhães', 'António Luís']],
  ['Italian', WEST, 'IT60X0542811101000000123456', ['Niccolò Papà', 'Università Cefalù', 'Gesù Perché']],
  ['Swedish', WEST, 'SE4550000000058398257466', ['Åsa Öberg', 'Håkan Ångström', 'Malmö Färg AB']],
  ['Danish', WEST, 'DK5000400440116243', ['Søren Ærø', 'Åge Jørgensen', 'Kåre Æblegård']],
  ['Finnish', WEST, 'FI2112345600000785', ['Väinö Mäki', 'Jyväskylä Öljy']],
  ['Polish', CENTRAL, 'PL61109010140000071219812874', ['Łukasz Wiśniewski', 'Żółć Gęślą', 'Świętosław Ćwik']],
  ['Czech', CENTRAL, 'CZ6508000000192000145399', ['Jiří Dvořák', 'Šárka Růžičková', 'Řehoř Ťapka']],
  ['Hungarian', CENTRAL, 'HU42117730161111101800000000', ['Győző Nagy', 'Kűrtös Ernő', 'Szűcs Dániel']],
  ['Romanian', CENTRAL, 'RO49AAAA1B31007593840000', ['Ştefan Ţepeş', 'Mihăilă Câmpeanu']],
  ['Croatian', CENTRAL, 'HR1210010051863000160', ['Željko Čović', 'Đuro Šarić', 'Ćosić Žarko']],
  ['Bulgarian', ['windows-1251', 'iso-8859-5'], 'BG80BNBG96611020345678', ['Иван Петров', 'Жълтуша Щерева']],
  ['Greek', ['windows-1253', 'iso-8859-7'], 'GR1601101250000000012300695', ['Νίκος Παπάς', 'Ελένη Ύδρα']],
  ['Turkish', ['windows-1254'], 'TR330006100519786457841326', ['Ayşe Yılmaz', 'Gökhan İnanç', 'Şükrü Işık']],
  ['Latvian', BALTIC, 'LV80BANK0000435195001', ['Jānis Bērziņš', 'Anna Ķēniņa', 'Ģirts Kaļķis']],
  ['Lithuanian', BALTIC, 'LT121000011101001000', ['Rūta Čepaitė', 'Ąžuolas Šimkus', 'Vėtra Įmonė']],
]
const CASES = LANGUAGES.flatMap(([language, encodings, iban, names]) =>
  encodings.map((encoding) => [language, encoding, iban, names] as const),
)

test.each(CASES)('%s in %s is read as it was written', (_, encoding, iban, names) => {
  const text = ['Name;IBAN', ...names.map((name) => `${name};${iban}`), ''].join('\r\n')
  expect(decode(encode(text, encoding))?.text).toBe(text)
})

test('two letters are enough for Mac Roman: capitals do not occur before lower case letters inside a word', () => {
  const text = 'Name;IBAN\rZoë Müller;DE89370400440532013000\r'
  expect(decode(encode(text, 'macintosh'))).toMatchObject({ text, encoding: 'macintosh' })
})

test.each(['Rock’n’Roll Ltd', 'O’Brien', 'Dupont – Fils', '„Nord“ GmbH', '«Sud» SARL', 'Uwe Bauer, 12 €'])(
  '%s: text with non-ASCII punctuation only is read as windows-1252',
  (name) => {
    const text = `Name;IBAN\r\n${name};DE89370400440532013000\r\n`
    expect(decode(encode(text, 'windows-1252'))).toMatchObject({ text, encoding: 'windows-1252' })
  },
)

test('Turkish names are read with accounts of another country', () => {
  const text = [
    'Name;IBAN',
    ...['Çağlar İnşaat', 'Ayşe Yıldız'].map((name) => `${name};DE89370400440532013000`),
  ].join('\r\n')
  expect(decode(encode(text, 'windows-1254'))).toMatchObject({ text, encoding: 'windows-1254' })
})

/** Names in a code page of DOS (850, 852), which no browser can read, as windows-1252 shows their bytes. */
const DOS = ['Soci‚t‚ G‚n‚rale', 'LefŠvre', 'Fa‡ades', 'Maˆgorzata', 'G©baˆa', 'Wi˜niewska']

test.each([DOS.slice(0, 3), DOS.slice(3)])(
  'names of a DOS program are not read as other letters: %s',
  (...names) => {
    const text = ['Name;IBAN', ...names.map((name) => `${name};DE89370400440532013000`), ''].join('\r\n')
    expect(decode(encode(text, 'windows-1252'))).toBeNull()
  },
)

test('UTF-8 with a name cut in the middle of a character is UTF-8: the other names keep their letters', () => {
  const line = (name: string) => `${name};DE89370400440532013000\r\n`
  const whole = encode(line('Jürgen Größe').repeat(40), 'utf-8')
  const cut = encode(line('Weber M\u00c3'), 'windows-1252')
  const read = decode(Uint8Array.from([...encode('Name;IBAN\r\n', 'utf-8'), ...whole, ...cut]))
  expect(read).toMatchObject({ encoding: 'utf-8' })
  expect(read?.text.match(/Jürgen Größe/g)).toHaveLength(40)
  expect(read?.text).toContain('Weber M\uFFFD;')
})

const PASSWORD_LENGTH = 15
/** With a second factor a shorter password is enough (docs/sign-in.md "Passwords"). */
const PASSWORD_LENGTH_WITH_FACTOR = 12
const PASSWORD_MAX = 128

/** How many characters a new password has at least. */
export const shortestPassword = (secondFactor: boolean): number =>
  secondFactor ? PASSWORD_LENGTH_WITH_FACTOR : PASSWORD_LENGTH

export type PasswordProblem = 'password_short' | 'password_long' | 'password_common'

/** The words in the most guessed passwords, in the languages people use here; digits and runs are detected by rule. */
const WORST =
  'password passwort passwd motdepasse contrasena wachtwoord haslo parola senha welcome bienvenue willkommen bonjour ' +
  'hello hallo admin administrator root login letmein master default changeme change secret geheim test demo guest user ' +
  'qwertyuiop qwertzuiop azertyuiop qwerty qwertz azerty asdfghjkl asdfgh zxcvbnm yxcvbnm wxcvbn 1q2w3e4r5t 1q2w3e4r ' +
  '1qaz2wsx q1w2e3r4 iloveyou jetaime princess sunshine dragon monkey football baseball superman batman shadow michael ' +
  'computer internet accord verification verify account compte konto iban sepa bank banque spring summer autumn winter ' +
  'printemps automne hiver correct horse battery staple trustno1 whatever starwars pokemon letmein company entreprise'
const PARTS = [...new Set(WORST.split(' '))].sort((a, b) => b.length - a.length)
/** How many characters must be left after commonly guessed parts are removed. */
const OWN_LETTERS = 6
const OWN_SIGNS = 10

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/3/g, 'e')
    .replace(/[!|]/g, 'i')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether the text is a short repeated piece, or a run such as abcdefgh: few distinct steps between neighbours. */
function isMonotonous(text: string): boolean {
  const signs = [...text]
  if (new Set(signs).size < 5) return true
  if (/^(.{1,6})\1+.{0,5}$/u.test(text)) return true
  const steps = signs.slice(1).map((sign, n) => (sign.codePointAt(0) ?? 0) - (signs[n]?.codePointAt(0) ?? 0))
  return steps.filter((step) => Math.abs(step) <= 1).length > steps.length * 0.7
}

/** Whether a password without letters is a run, or little more than a date and a time. */
function isDate(password: string): boolean {
  const signs = password.replace(/[\s:./-]/g, '').replace(/(?:19|20)\d\d|!@#\$%\^&\*\(\)/g, '')
  return [...signs].length < OWN_SIGNS || isMonotonous(signs)
}

/** Whether the password is commonly guessed. `own`: the person's name and address, which attackers know too. */
function isCommon(password: string, own: readonly string[]): boolean {
  if (!/\p{L}/u.test(password)) return isDate(password)
  const folded = plain(password)
  if (isMonotonous(folded)) return true
  const known = own.flatMap((text) => text.split(/[\s@._-]+/)).map(plain)
  const parts = [...known.filter((part) => part.length >= 3), ...PARTS.map(plain)]
  const left = parts.reduce((text, part) => text.split(part).join(''), folded).replace(/\d/g, '')
  return [...left].length < OWN_LETTERS && left.length < folded.length
}

/**
 * Checks a new password: length, and not commonly guessed. Any characters are allowed and none are required.
 * @param own words that belong to the person (name, email)
 */
export function checkPassword(
  password: string,
  { secondFactor = false, own = [] }: { secondFactor?: boolean; own?: readonly string[] } = {},
): PasswordProblem | null {
  const length = [...password.normalize('NFC')].length
  if (length < shortestPassword(secondFactor)) return 'password_short'
  if (length > PASSWORD_MAX) return 'password_long'
  return isCommon(password, own) ? 'password_common' : null
}

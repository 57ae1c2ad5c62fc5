import { USUAL_BIC } from '@/lib/iban/bic'
import { cleanIban } from '@/lib/iban/clean'
import { checkIban } from '@/lib/iban/validate'
import { isIbanShaped, MAX_NAME_LENGTH, readName } from '@/lib/names/read'

/** The values of a pasted text for the two fields. */
export type Pasted = { iban: string; name: string | null }

/** A pasted text: one payee, several rows for a file, or a letter, which fills nothing. */
export type PasteReading =
  | ({ kind: 'payee' } & Pasted)
  | { kind: 'rows'; count: number; text: string }
  | { kind: 'letter' }

const CURRENCY = /^[A-Z]{3}$/
const LABEL = /^([\p{L} ./_-]{2,30})(?::\s*|$)/u
const NAME_LABEL =
  /^(?:(?:account |beneficiary |payee |company |supplier |vendor )?(?:name|holder)|beneficiary|payee|supplier|vendor|company|nom(?: du titulaire)?|titulaire|b[ée]n[ée]ficiaire|raison sociale|fournisseur|empf[äa]nger|kontoinhaber|beg[üu]nstigter|beneficiario|intestatario|titular|begunstigde|naam|nombre|nome)$/iu
const IBAN_LABEL = /^(?:iban|bic|swift|bic[ /]swift)$/iu

/** A cell with this many words is a sentence; names have fewer, except a few without an IBAN. */
const SENTENCE_WORDS = 9

/**
 * Parses pasted text: an IBAN in any format, or cells with a name and an IBAN in any order, separated by tabs, lines,
 * semicolons, commas or bars, with or without labels.
 * @returns null when it contains no valid IBAN; then it is pasted unchanged
 */
export function readPaste(text: string): PasteReading | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const rows = lines.map(cellsOf)
  const count = rows.filter((cells) => cells.some(isIban)).length
  if (count > 1) return { kind: 'rows', count, text }
  const cells = rows.flat()
  if (isLetter(cells, lines.length, count)) return { kind: 'letter' }
  const iban = cells.find(isIban)
  if (iban === undefined) return null
  return { kind: 'payee', iban: cleanIban(withoutLabel(iban)), name: nameIn(cells) }
}

const isIban = (cell: string): boolean => checkIban(withoutLabel(cell)).ok

/** The cells of a line, by the first separator that isolates an IBAN; quotes keep a cell together. */
function cellsOf(line: string): string[] {
  for (const separator of ['\t', ';', '|', ',']) {
    const cells = splitAt(line, separator)
    if (cells.some(isIban)) return cells
  }
  return splitAt(line, '\t')
}

function splitAt(line: string, separator: string): string[] {
  const parts = line.match(new RegExp(`(?:"[^"]*"|[^${separator}])+`, 'g')) ?? []
  return parts
    .map((part) =>
      part
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((part) => part !== '')
}

function isLetter(cells: string[], lines: number, ibans: number): boolean {
  const isSentence = (cell: string) => !isIban(cell) && cell.split(/\s+/).length >= SENTENCE_WORDS
  if (ibans === 0 && lines === 1) return (cells[0]?.length ?? 0) > MAX_NAME_LENGTH && cells.some(isSentence)
  return cells.some((cell) => isSentence(cell) || isGreeting(cell))
}

const isGreeting = (cell: string): boolean =>
  /^(?:dear|hello|hi|bonjour|madame,|monsieur,|sehr geehrte|hallo|guten tag|gentile|estimad[oa]|geachte|beste)\b.*[,!]?$/iu.test(
    cell,
  ) && /[,!]$|\s(?:sir|madam|team|all)\b/iu.test(cell)

const withoutLabel = (cell: string): string => {
  const label = LABEL.exec(cell)
  return label?.[0].includes(':') ? cell.slice(label[0].length) : cell
}

/** The most likely name: a cell labelled as one, else without digits, else with more letters than digits. */
function nameIn(cells: string[]): string | null {
  let best: { name: string; score: number } | null = null
  cells.forEach((cell, i) => {
    const score = scoreOf(cell, cells[i - 1])
    if (score > (best?.score ?? 0)) best = { name: withoutLabel(cell), score }
  })
  return (best as { name: string } | null)?.name ?? null
}

function scoreOf(cell: string, before = ''): number {
  const label = LABEL.exec(cell)
  const colon = label?.[0].includes(':') ?? false
  const word = label?.[1]?.trim() ?? ''
  const isLabel = NAME_LABEL.test(word) || IBAN_LABEL.test(word)
  if ((colon && !NAME_LABEL.test(word)) || (isLabel && withoutLabel(cell) === '')) return 0
  if (isLabel && !colon && word === cell) return 0
  const name = withoutLabel(cell)
  if (!isName(name)) return 0
  if (colon || NAME_LABEL.test(before.replace(/\s*:$/, ''))) return 4
  const [letters, digits] = [name.match(/\p{L}/gu)?.length ?? 0, name.match(/\d/g)?.length ?? 0]
  if (digits > 0) return letters > digits ? 2 : 1
  return CURRENCY.test(name) ? 1 : 3
}

/** Whether a cell can be a holder's name: not a number, a reference, a BIC, an e-mail address or another IBAN. */
function isName(cell: string): boolean {
  const verdict = readName(cell)
  if (!verdict.ok || !/\p{L}/u.test(cell) || USUAL_BIC.test(cell) || cell.includes('@')) return false
  return !isIbanShaped(verdict.name)
}

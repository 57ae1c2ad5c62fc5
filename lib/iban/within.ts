import { structureOf } from './structures'
import { checkIban, type IbanVerdict } from './validate'

/** The start of an IBAN: two letters and two digits, not preceded by a letter or digit. */
const BEGINNING = /(?<![A-Z0-9])[A-Z]{2}[ .-]?\d{2}/gi
const SIGN = /[A-Z0-9]/i

/** An IBAN inside a text: start, end (exclusive), and whether its check digits are correct. */
export type FoundIban = { start: number; end: number; valid: boolean }

/**
 * Finds every IBAN inside a text that matches its country's structure, with correct or wrong check digits.
 * Letters and digits may be separated by a space, a dot or a hyphen.
 */
export function ibansIn(text: string): FoundIban[] {
  return [...text.matchAll(BEGINNING)].flatMap(({ index: start }) => {
    const end = endOf(text, start)
    const verdict = checkIban(text.slice(start, end))
    if (SIGN.test(text.charAt(end)) || !(verdict.ok || isIntended(verdict))) return []
    return [{ start, end, valid: verdict.ok }]
  })
}

/** In some countries letters may replace all digits, so a few words have the structure of an IBAN. */
function isIntended({ iban, problem }: IbanVerdict & { ok: false }): boolean {
  return problem.code === 'iban_checksum' && isMostlyDigits(iban)
}

function isMostlyDigits(iban: string): boolean {
  return iban.replace(/\D/g, '').length * 2 > iban.length
}

/**
 * The end of an IBAN that starts at `start`: after as many letters and digits as its country has, with at most
 * one separator between two of them.
 */
function endOf(text: string, start: number): number {
  let left = structureOf(text.slice(start, start + 2).toUpperCase())?.length ?? 0
  let end = start
  for (; left > 0 && end < text.length; end++) {
    if (SIGN.test(text.charAt(end))) left -= 1
    else if (!/[ .-]/.test(text.charAt(end)) || !SIGN.test(text.charAt(end + 1))) break
  }
  return end
}

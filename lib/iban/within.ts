import { structureOf } from './structures'
import { checkIban, type IbanVerdict } from './validate'

/** Where an IBAN begins: two letters and two digits that no letter or digit touches from the left. */
const BEGINNING = /(?<![A-Z0-9])[A-Z]{2}[ .-]?\d{2}/gi
const SIGN = /[A-Z0-9]/i

/** An IBAN inside a text: start, end (excluded), and whether its check digits are right. */
export type FoundIban = { start: number; end: number; valid: boolean }

/**
 * Every IBAN inside a text that is built as its country wants, with right or wrong check digits. Letters and digits
 * may have a space, a dot or a hyphen between them.
 */
export function ibansIn(text: string): FoundIban[] {
  return [...text.matchAll(BEGINNING)].flatMap(({ index: start }) => {
    const end = endOf(text, start)
    const verdict = checkIban(text.slice(start, end))
    if (SIGN.test(text.charAt(end)) || !(verdict.ok || isMeant(verdict))) return []
    return [{ start, end, valid: verdict.ok }]
  })
}

/** In some countries letters may stand for all digits, and then a few words are built like an IBAN. */
function isMeant({ iban, problem }: IbanVerdict & { ok: false }): boolean {
  return problem.code === 'iban_checksum' && isMostlyDigits(iban)
}

function isMostlyDigits(iban: string): boolean {
  return iban.replace(/\D/g, '').length * 2 > iban.length
}

/** Where an IBAN that begins there ends: after as many letters and digits as its country has, one sign between two of them. */
function endOf(text: string, start: number): number {
  let left = structureOf(text.slice(start, start + 2).toUpperCase())?.length ?? 0
  let end = start
  for (; left > 0 && end < text.length; end++) {
    if (SIGN.test(text.charAt(end))) left -= 1
    else if (!/[ .-]/.test(text.charAt(end)) || !SIGN.test(text.charAt(end + 1))) break
  }
  return end
}

import { type CheckDraft, LONGEST } from '@/components/verifications/desk/use-draft'
import { countryOf, type IbanCountry } from '@/lib/iban/anatomy'
import { checkIban, type IbanVerdict } from '@/lib/iban/validate'
import { readName } from '@/lib/names/read'
import { type IbanMessage, isFullLength, problemMessage, warningMessage } from './iban-message'

export type JudgedIban = {
  verdict: IbanVerdict
  country: IbanCountry | undefined
  problem: IbanMessage | undefined
  warnings: IbanMessage[]
}

/** @param touched report problems although the text is shorter than its country requires */
export function judgeIban(value: string, touched: boolean): JudgedIban {
  const verdict = checkIban(value)
  const told = !verdict.ok && (touched || isFullLength(verdict))
  return {
    verdict,
    country: countryOf(verdict.iban.slice(0, 2)),
    problem: told ? problemMessage(verdict.iban, verdict.problem) : undefined,
    warnings: verdict.ok ? verdict.warnings.map((each) => warningMessage(each, verdict.country)) : [],
  }
}

const isTooLong = (text: string, longest: number) => Array.from(text.trim()).length > longest

/** The first field that blocks the check; warnings never do. */
export function wrongField({ iban, name, reference, note }: CheckDraft): 'iban' | 'name' | 'more' | null {
  if (!checkIban(iban).ok) return 'iban'
  if (!readName(name).ok) return 'name'
  return isTooLong(reference, LONGEST.reference) || isTooLong(note, LONGEST.note) ? 'more' : null
}

import type { CheckDraft } from '@/components/verifications/desk/use-draft'
import { countryOf, type IbanCountry } from '@/lib/iban/anatomy'
import { checkIban, type IbanVerdict } from '@/lib/iban/validate'
import { readName } from '@/lib/names/read'
import { isPlainText } from '@/lib/platform/plain-text'
import { MAX_REMARK } from '@/lib/verifications/remarks'
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
  const isShown = !verdict.ok && (touched || isFullLength(verdict))
  return {
    verdict,
    country: countryOf(verdict.iban.slice(0, 2)),
    problem: isShown ? problemMessage(verdict.iban, verdict.problem) : undefined,
    warnings: verdict.ok ? verdict.warnings.map((each) => warningMessage(each, verdict.country)) : [],
  }
}

/** Why a reference or a note is refused; undefined when it isn't. */
export function remarkProblem(
  field: keyof typeof MAX_REMARK,
  text: string,
): 'tooLong' | 'characters' | undefined {
  if (Array.from(text.trim()).length > MAX_REMARK[field]) return 'tooLong'
  return isPlainText(text) ? undefined : 'characters'
}

/** The first field that blocks the check; warnings never do. */
export function wrongField({ iban, name, reference, note }: CheckDraft): 'iban' | 'name' | 'more' | null {
  if (!checkIban(iban).ok) return 'iban'
  if (!readName(name).ok) return 'name'
  const problem = remarkProblem('reference', reference) ?? remarkProblem('note', note)
  return problem ? 'more' : null
}

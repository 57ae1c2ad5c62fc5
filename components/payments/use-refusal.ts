import { useTranslations } from 'use-intl'
import { isInDoubt, Problem, problemCode } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { keyOr } from '@/lib/platform/language/keys'

/** @returns a function from an error of a payment run to its message */
export function usePaymentRefusal() {
  const t = useTranslations('payments.refused')
  const common = useCommonRefusal()
  return (error: unknown): string => {
    const code = problemCode(error)
    // money may have left: the sentence of this page says where to look
    const shared = isInDoubt(error) ? null : common(error)
    return shared ?? t(keyOr(t, code, 'other'), { code, ...namedLines(error) })
  }
}

const MOST = 10

/** The numbers of the lines that a refusal names. */
export const linesIn = (error: unknown): number[] =>
  error instanceof Problem && Array.isArray(error.body.lines) ? error.body.lines : []

/** How many lines a refusal names, and the first of them as a text. */
function namedLines(error: unknown): { n: number; lines: string } {
  const named = linesIn(error)
  const shown = named.slice(0, MOST).join(', ')
  return { n: named.length, lines: named.length > MOST ? `${shown} …` : shown }
}

import { useTranslations } from 'use-intl'
import { Problem, problemCode } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { keyOr } from '@/lib/platform/language/keys'

/** @returns a function from the refusal of a report to its message, with line and element where they are known */
export function useReportRefusal() {
  const t = useTranslations('reports.problem')
  const common = useCommonRefusal()
  return (error: unknown): string => {
    const sentence = common(error) ?? t(keyOr(t, problemCode(error), 'other'))
    const { line, element } = error instanceof Problem ? error.body : {}
    return line === undefined
      ? sentence
      : `${sentence} ${t('place', { line: Number(line), element: String(element ?? 'none') })}`
  }
}

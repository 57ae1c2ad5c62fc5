import { useTranslations } from 'use-intl'
import { problemCode } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { keyOr } from '@/lib/platform/language/keys'

/** @returns a function from an error to its sentence */
export function usePaymentRefusal() {
  const t = useTranslations('payments.refused')
  const common = useCommonRefusal()
  const shared = useTranslations('shell.refused')
  return (error: unknown): string => {
    const code = problemCode(error)
    return common(error) ?? (code === 'offline' ? shared('offline') : t(keyOr(t, code, 'other'), { code }))
  }
}

import { useTranslations } from 'use-intl'
import { Problem } from './request'

const COMMON = ['decides_later', 'step_up_required'] as const

/** @returns a function from an error to the words of a refusal that any page may meet, or null for another one */
export function useCommonRefusal(): (error: unknown) => string | null {
  const t = useTranslations('shell.refused')
  return (error) => {
    const code = error instanceof Problem && COMMON.find((one) => one === error.code)
    return code ? t(code) : null
  }
}

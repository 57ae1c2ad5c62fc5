import { useTranslations } from 'use-intl'
import { Problem } from './request'

/** Without an answer, or with an internal error, the request may have been carried out. */
const COMMON = [
  'offline',
  'internal',
  'decides_later',
  'step_up_required',
  'setting_changed',
  'holds_unconfirmed',
  'retention_changed',
  'text_characters',
] as const

/** @returns a function from an error to the message of a refusal common to all pages, or null */
export function useCommonRefusal(): (error: unknown) => string | null {
  const t = useTranslations('shell.refused')
  return (error) => {
    const code = error instanceof Problem && COMMON.find((one) => one === error.code)
    return code ? t(code) : null
  }
}

/** @returns a function from an error to the message of a refusal common to all pages, or else to this one */
export function useRefusalText(otherwise: 'not_saved' | 'other' | 'retry'): (error: unknown) => string {
  const t = useTranslations('shell.refused')
  const common = useCommonRefusal()
  return (error) => common(error) ?? t(otherwise)
}

import { useTranslations } from 'use-intl'

type Place = { problem?: string; line?: number; element?: string; value?: string }

/** @returns a function from a problem of a payment file to its line, element and value; empty for other files */
export function useFilePlace() {
  const t = useTranslations('intake')
  return ({ line, element, value }: Place): string => {
    if (line === undefined || element === undefined) return ''
    return value === undefined ? t('place', { line, element }) : t('placeValue', { line, element, value })
  }
}

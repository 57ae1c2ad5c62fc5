import { useTranslations } from 'use-intl'
import { hasKey } from '@/lib/platform/language/keys'

/** A summary of the kinds in one line: "Missing name, spelling". */
export function useDifferenceWords() {
  const t = useTranslations('names.short')
  return (types: readonly string[]): string => {
    const words = types.map((type) => (hasKey(t, type) ? t(type) : type)).join(', ')
    return words.charAt(0).toLocaleUpperCase() + words.slice(1)
  }
}

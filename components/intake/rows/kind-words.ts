'use client'
import { useTranslations } from 'use-intl'
import { hasKey } from '@/lib/platform/language/keys'

/** Short words for a kind of problem, warning or repeat, for lists where there is no row to tell more about. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations('intake.kind')
  return (kind) => (hasKey(t, kind) ? t(kind) : kind)
}

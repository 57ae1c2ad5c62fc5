'use client'
import { useTranslations } from 'use-intl'
import { hasKey } from '@/lib/platform/language/keys'

/** Short labels for a kind of problem, warning or repeat, for lists without a specific row. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations('intake.kind')
  return (kind) => (hasKey(t, kind) ? t(kind) : kind)
}

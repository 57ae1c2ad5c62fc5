'use client'
import { useMessages, useTranslations } from 'use-intl'

/** Every reason a row can have, by code, for a file that is made in the worker, where there are no words. */
export function useReasonWords(): Record<string, string> {
  const t = useTranslations('intake')
  const { intake } = useMessages()
  return { ...intake.kind, left_out: t('fixFile.leftOut'), last: t('fixFile.problem') }
}

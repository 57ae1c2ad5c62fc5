'use client'
import { useMessages, useTranslations } from 'use-intl'

/** Labels of all row problems by code, for a file that is created in the worker, which has no messages. */
export function useReasonWords(): Record<string, string> {
  const t = useTranslations('intake')
  const { intake } = useMessages()
  return { ...intake.kind, left_out: t('fixFile.leftOut'), last: t('fixFile.problem') }
}

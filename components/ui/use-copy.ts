'use client'
import { useTranslations } from 'use-intl'
import { toastError } from './messages/toast'

/** Copies a text; where the browser refuses, as every browser does without HTTPS, a message says so. */
export function useCopy() {
  const t = useTranslations('ui')
  return async (text: string, onCopied: () => void): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return toastError(t('notCopied'))
    }
    onCopied()
  }
}

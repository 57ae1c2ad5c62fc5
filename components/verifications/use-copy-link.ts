'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/messages/toast'
import { useCopy } from '@/components/ui/use-copy'

/** Copies the address of a page, and confirms it. */
export function useCopyLink() {
  const t = useTranslations('result')
  const copy = useCopy()
  return (path: string) => copy(new URL(path, window.location.origin).href, () => toast(t('linkCopied')))
}

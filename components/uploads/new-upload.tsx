'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { pages } from '@/lib/http/paths'

/** The button for a new upload, with its shortcut. */
export function NewUpload({ size, compact, keys }: { size?: 'sm'; compact?: boolean; keys?: string }) {
  const t = useTranslations('bulk')
  const router = useRouter()
  useShortcut('u', () => router.push(pages.newUpload()), { label: t('newUpload') })
  return (
    <ButtonLink icon="upload" href={pages.newUpload()} size={size} compact={compact} keys={keys}>
      {t('newUpload')}
    </ButtonLink>
  )
}

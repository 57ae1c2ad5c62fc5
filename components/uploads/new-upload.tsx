'use client'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '@/components/ui/button'
import { useGo } from '@/components/ui/overlays/use-go'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { pages } from '@/lib/http/paths'

/** The button for a new upload, with its shortcut. `small`: in the top bar. */
export function NewUpload({ small }: { small?: boolean }) {
  const t = useTranslations('bulk')
  const go = useGo()
  useShortcut('u', () => go(pages.newUpload()), { label: t('newUpload') })
  return (
    <ButtonLink
      icon="upload"
      href={pages.newUpload()}
      size={small ? 'sm' : undefined}
      compact={small}
      keys="u"
    >
      {t('newUpload')}
    </ButtonLink>
  )
}

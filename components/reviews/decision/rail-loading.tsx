'use client'
import { useTranslations } from 'use-intl'
import { announce } from '@/components/ui/live-text'
import { useShortcut } from '@/components/ui/shortcut'
import { Skeleton } from '@/components/ui/skeleton'

/**
 * The right pane before its item is here. Nothing is decided unseen, and no key is mute: it says why not yet. What is
 * selected is another matter (`group`, false when nothing is).
 */
export function RailLoading({ group }: { group: () => boolean }) {
  const t = useTranslations('review')
  const notYet = () => announce(t('notYet'))
  useShortcut('a', () => group() || notYet(), { label: t('approve') })
  useShortcut('r', notYet, { label: t('reject') })
  useShortcut('e', notYet, { label: t('escalate') })
  return (
    <aside className="desk-rail" aria-label={t('decision')}>
      <div className="rail-box rail-box-main">
        <Skeleton className="h-48" label={t('loadingItem')} />
      </div>
    </aside>
  )
}

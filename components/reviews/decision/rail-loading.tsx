'use client'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import type { RailProps } from './decision-rail'
import { IdleKeys } from './idle-keys'

/** The right pane before its item is here. Nothing is decided unseen. */
export function RailLoading({ group }: Pick<RailProps, 'group'>) {
  const t = useTranslations('review')
  return (
    <aside className="desk-rail" aria-label={t('decision')}>
      <IdleKeys why={t('notYet')} group={group} />
      <div className="rail-box">
        <Skeleton className="h-48" label={t('loadingItem')} />
      </div>
    </aside>
  )
}

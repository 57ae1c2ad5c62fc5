'use client'
import { useTranslations } from 'use-intl'
import { DeskRail, RailBox } from '@/components/reviews/desk/boxes'
import { Skeleton } from '@/components/ui/messages/skeleton'
import type { RailProps } from './decision-rail'
import { IdleKeys } from './idle-keys'

/** The right pane while its item loads. Nothing can be decided unseen. */
export function RailLoading({ group }: Pick<RailProps, 'group'>) {
  const t = useTranslations('review')
  return (
    <DeskRail aria-label={t('decision')}>
      <IdleKeys why={t('notYet')} group={group} />
      <RailBox>
        <Skeleton className="h-48" label={t('loadingItem')} />
      </RailBox>
    </DeskRail>
  )
}

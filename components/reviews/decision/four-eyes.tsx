'use client'
import { useTranslations } from 'use-intl'
import { RailBox } from '@/components/reviews/desk/boxes'
import { Icon } from '@/components/ui/icons/icon'
import { type ReviewItem, standingDecisions } from '@/lib/reviews/view'

/** How many people must decide, and who may not. */
export function FourEyes({ item, myId }: { item: ReviewItem; myId: string }) {
  const t = useTranslations('review.policy')
  const { source } = item
  const { id, name } = item.requestedBy
  const second = item.state === 'second_approval'
  const first = standingDecisions(item.decisions).at(-1)
  const place = !second ? 'first' : first?.by?.id === myId ? 'mine' : 'second'
  const step = item.policy === 'one' ? 'one' : (`${item.policy}.${place}` as const)
  return (
    <RailBox className="flex gap-2.5 text-sm text-fg-muted">
      <Icon name="users" className="mt-px size-4 flex-none" />
      <p>
        <b className="block text-fg">{t(`${step}.title`)}</b>
        {t(`${step}.text`, { first: first?.by?.name ?? '' })}{' '}
        {id === myId ? t('youRan', { source }) : t('cannot', { name, source })}
      </p>
    </RailBox>
  )
}

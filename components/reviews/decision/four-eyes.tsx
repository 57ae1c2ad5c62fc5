'use client'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icon'
import type { ReviewItem } from '@/lib/reviews/view'

/** How many people must decide, and who cannot. */
export function FourEyes({ item, myId }: { item: ReviewItem; myId: string }) {
  const t = useTranslations('review.policy')
  const second = item.state === 'second_approval'
  const first = item.decisions.findLast((decision) => !decision.undone && decision.kind !== 'undo')
  const place = !second ? 'first' : first?.by?.id === myId ? 'mine' : 'second'
  const step = item.policy === 'one' ? 'one' : `${item.policy}.${place}`
  return (
    <div className="rail-box rail-eyes">
      <Icon name="users" />
      <p>
        <b>{t(`${step}.title`)}</b>
        {t(`${step}.text`, { first: first?.by?.name ?? '' })}{' '}
        {item.requestedBy.id === myId ? t('youRan') : t('cannot', { name: item.requestedBy.name })}
      </p>
    </div>
  )
}

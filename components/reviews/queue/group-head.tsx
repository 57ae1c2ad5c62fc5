'use client'
import { useTranslations } from 'use-intl'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { type GroupDecision, MAX_GROUP } from '@/lib/reviews/decision/group'

/** "6 selected", and what can be done with them. */
export function GroupHead({ desk, openGroup }: { desk: Desk; openGroup: (act: GroupDecision) => void }) {
  const t = useTranslations('review.select')
  const { ids, full, clear } = desk.selection
  return (
    <>
      <span role="status" className="num mr-auto">
        {t(full ? 'full' : 'count', { count: full ? MAX_GROUP : ids.length })}
      </span>
      <Button size="sm" variant="primary" onClick={() => openGroup('approve')}>
        {t('approve')}
      </Button>
      <Button size="sm" onClick={() => openGroup('reject')}>
        {t('reject')}
      </Button>
      <Button size="sm" variant="ghost" onClick={clear}>
        {t('clear')}
      </Button>
    </>
  )
}

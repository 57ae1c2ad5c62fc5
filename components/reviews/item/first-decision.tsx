'use client'
import { useTranslations } from 'use-intl'
import { DecisionFacts } from '@/components/reviews/decision/decision-facts'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icon'
import type { ReviewItem } from '@/lib/reviews/view'

/** What the first person decided. Below the comparison, so that the second person looks first. */
export function FirstDecision({ item }: { item: ReviewItem }) {
  const t = useTranslations('review')
  const first = item.decisions.findLast((decision) => !decision.undone && decision.kind !== 'undo')
  if (!first) return null
  return (
    <p className="desk-first">
      <Icon name="user-round-check" />
      <span>
        {t.rich(first.kind === 'reject' ? 'first.reject' : 'first.approve', {
          name: first.by?.name ?? '',
          reason: first.reason ? t(`reason.${first.reason}`) : '',
          b: (words) => <b>{words}</b>,
          time: () => <Time value={first.at} />,
        })}
        <DecisionFacts {...first} />
        {first.note && <q className="mt-1 block text-fg-muted">{first.note}</q>}
      </span>
    </p>
  )
}

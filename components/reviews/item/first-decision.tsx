'use client'
import { useTranslations } from 'use-intl'
import { DecisionFacts } from '@/components/reviews/decision/decision-facts'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { type ReviewItem, standingDecisions } from '@/lib/reviews/view'

/** The first person's decision, below the comparison, so that the second person compares first. */
export function FirstDecision({ item }: { item: ReviewItem }) {
  const t = useTranslations('review')
  const first = standingDecisions(item.decisions).at(-1)
  if (!first) return null
  return (
    <p className="mt-3.5 flex gap-2.5 rounded-lg border border-border bg-surface-2 px-4 py-3 text-sm">
      <Icon name="user-round-check" className="size-4 flex-none text-fg-muted" />
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

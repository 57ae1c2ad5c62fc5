'use client'
import { useTranslations } from 'use-intl'
import type { TimelineLine } from '@/components/reviews/decision/timeline'
import { hasKey } from '@/lib/platform/language/keys'
import { CLAIM_MS } from '@/lib/reviews/policy'
import type { ReviewItem, TimelineEvent } from '@/lib/reviews/view'
import { useCallWords } from './decision-facts'

type Shown = Pick<ReviewItem, 'matchResult' | 'source' | 'timeline'>

/** The events of a review as timeline entries, newest first, with the reader's current claim on top. */
export function useReviewEvents(item: Shown, myId: string, claimedUntil: string | null): TimelineLine[] {
  const t = useTranslations('review')
  const reasons = useTranslations('review.reason')
  const outcome = useTranslations('outcome.label')
  const said = useCallWords()
  const who = ({ by, rule }: TimelineEvent) =>
    by ? (by.id === myId ? t('youCapital') : by.name) : t('rule', { name: rule ?? '' })
  const line = (event: TimelineEvent, index: number): TimelineLine => ({
    id: `${event.at} ${event.kind} ${index}`,
    kind: event.kind,
    at: event.at,
    text: t.rich(event.rule && event.kind === 'added' ? 'event.addedByRule' : `event.${event.kind}`, {
      name: who(event),
      rule: event.rule ?? '',
      source: item.source,
      result: outcome(item.matchResult),
      b: (words) => <b>{words}</b>,
    }),
    detail: [
      event.reason && (hasKey(reasons, event.reason) ? reasons(event.reason) : event.reason),
      event.callBack && said(event.callBack),
      event.correctedName && t('corrected.said', { name: event.correctedName }),
      event.note && t('quoted', { note: event.note }),
    ]
      .filter(Boolean)
      .join(' · '),
  })
  const lines = item.timeline.map(line)
  const last = item.timeline.find(({ kind }) => kind === 'claimed' || kind === 'taken_over')
  if (!claimedUntil || last?.by?.id === myId) return lines
  const claimed: TimelineEvent = {
    kind: 'claimed',
    at: new Date(Date.parse(claimedUntil) - CLAIM_MS).toISOString(),
    by: { id: myId, name: '' },
  }
  return [line(claimed, -1), ...lines]
}

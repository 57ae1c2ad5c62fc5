'use client'
import { useTranslations } from 'use-intl'
import type { TimelineLine } from '@/components/history/timeline'
import type { ReviewItem, TimelineEvent } from '@/lib/reviews/view'

type Shown = Pick<ReviewItem, 'matchResult' | 'timeline'>

/** The events of a review as lines of the timeline, newest first, my present claim on top. */
export function useReviewEvents(item: Shown, myId: string, claimedUntil: string | null): TimelineLine[] {
  const t = useTranslations('review')
  const line = (event: TimelineEvent, index: number): TimelineLine => ({
    id: `${event.at} ${event.kind} ${index}`,
    kind: event.kind,
    at: event.at,
    text: t.rich(`event.${event.kind}`, {
      name: event.by?.id === myId ? t('youCapital') : (event.by?.name ?? ''),
      result: t(`result.${item.matchResult}`),
      b: (words) => <b>{words}</b>,
    }),
    detail: [event.reason && t(`reason.${event.reason}`), event.note && `“${event.note}”`]
      .filter(Boolean)
      .join(' · '),
  })
  const lines = item.timeline.map(line)
  if (!claimedUntil) return lines
  const claimed: TimelineEvent = {
    kind: 'claimed',
    at: new Date(Date.parse(claimedUntil) - 10 * 60_000).toISOString(),
    by: { id: myId, name: '' },
  }
  return [line(claimed, -1), ...lines]
}

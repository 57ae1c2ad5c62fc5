'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Timeline, type TimelineLine } from '@/components/reviews/decision/timeline'
import { useReviewEvents } from '@/components/reviews/decision/use-review-events'
import { Duration } from '@/components/ui/format'
import type { VerificationView } from '@/lib/verifications/view'
import { recordReviewQuery } from './queries'

/** The timeline of a check: its own two events, and those of its review. */
export function RecordTimeline({ record, myId }: { record: VerificationView; myId: string }) {
  const reviewId = record.review?.id
  const review = useQuery({
    ...recordReviewQuery(reviewId ?? ''),
    enabled: Boolean(reviewId) && !record.masked,
  })
  const own = useOwnEvents(record, myId)
  const reviewed = useReviewEvents(
    {
      matchResult: review.data?.matchResult ?? 'close_match',
      source: record.source,
      timeline: review.data?.timeline ?? [],
    },
    myId,
    null,
  ).filter(({ kind }) => kind !== 'checked' && kind !== 'answered')
  return <Timeline events={[...reviewed, ...own]} />
}

function useOwnEvents(record: VerificationView, myId: string): TimelineLine[] {
  const t = useTranslations('review.event')
  const you = useTranslations('history.event')('you')
  const outcome = useTranslations('outcome.label')
  const b = (words: React.ReactNode) => <b>{words}</b>
  const checked: TimelineLine = {
    id: 'checked',
    kind: 'checked',
    at: record.createdAt,
    text: t.rich('checked', {
      name: record.requestedBy.id === myId ? you : record.requestedBy.name,
      source: record.source,
      b,
    }),
  }
  if (!record.answeredAt) return [checked]
  const answered: TimelineLine = {
    id: 'answered',
    kind: 'answered',
    at: record.answeredAt,
    text: t.rich('answered', { result: outcome(record.outcome), b }),
    detail: record.durationMs === null ? undefined : <Duration ms={record.durationMs} />,
  }
  return [answered, checked]
}

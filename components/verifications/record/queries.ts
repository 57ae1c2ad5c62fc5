import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { ReviewItem } from '@/lib/reviews/view'

/** The provider's response as received. */
export const rawAnswerQuery = (id: string) =>
  queryOptions({
    queryKey: ['verification-answer', id],
    queryFn: ({ signal }) => request<{ answer: unknown }>(api.verificationAnswer(id), { signal }),
  })

/** The review of a check, for its timeline. */
export const recordReviewQuery = (reviewId: string) =>
  queryOptions({
    queryKey: ['verification-review', reviewId],
    queryFn: ({ signal }) => request<ReviewItem>(api.review(reviewId), { signal }),
  })

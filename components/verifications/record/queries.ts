import { urlQuery } from '@/components/page/url-query'
import { api } from '@/lib/http/paths'
import type { ReviewItem } from '@/lib/reviews/view'

/** The provider's response as received. */
export const rawAnswerQuery = (id: string) =>
  urlQuery<{ answer: unknown }>(['verification-answer', id], api.verificationAnswer(id))

/** The review of a check, for its timeline. */
export const recordReviewQuery = (reviewId: string) =>
  urlQuery<ReviewItem>(['verification-review', reviewId], api.review(reviewId))

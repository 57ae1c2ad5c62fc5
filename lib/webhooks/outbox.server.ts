import 'server-only'
import { ENVIRONMENTS, type EnvironmentName, pages } from '@/lib/http/paths'
import type { Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import type { CurrencySums } from '@/lib/tables/money/decimal'

const link = (path: string) => new URL(path, env().NEXTAUTH_URL).href

type FinishedUpload = {
  id: string
  environment: EnvironmentName
  state: string
  total: number
  answered: number
}

/** Announces that an upload is completed, or stopped with nothing left to answer. */
export const announceUpload = (tx: Tx, { id, environment, ...counts }: FinishedUpload): Promise<void> =>
  announceEvent(tx, 'upload.finished', {
    environment,
    upload: { id, ...counts, url: link(pages.upload(id)) },
  })

type OpenedReview = { id: string; environment: EnvironmentName }
/** A batch can open thousands of reviews: at most this many IDs are listed, and all are counted. */
const MOST_NAMED = 100

/** Announces new reviews for people: one event per stored answer set. */
export async function announceReviews(tx: Tx, opened: readonly OpenedReview[]): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    const mine = opened.filter((review) => review.environment === environment)
    if (mine.length === 0) continue
    const reviews = mine
      .slice(0, MOST_NAMED)
      .map(({ id }) => ({ id, url: link(pages.reviewItem(environment, id)) }))
    await announceEvent(tx, 'review.created', { environment, count: mine.length, reviews })
  }
}

type MadeRelease = { runId: string; number: number; lines: number; sums: CurrencySums; held: GateMoney }
type GateMoney = { lines: number; sums: CurrencySums }

/** Announces a release: IDs, counts and sums. */
export const announceRelease = (tx: Tx, { runId, ...release }: MadeRelease): Promise<void> =>
  announceEvent(tx, 'payment_run.released', {
    environment: 'live',
    paymentRun: { id: runId, url: link(pages.paymentRun(runId)) },
    release,
  })

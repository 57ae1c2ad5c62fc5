import { z } from 'zod'
import { cursorOf, isMoment, writeParts } from '@/lib/http/paging'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { DIFFERENCES } from '@/lib/names/differences'
import { pageNumber } from '@/lib/platform/pages/whole-number'
import { isUuid } from '@/lib/platform/uuid'
import { REVIEW_RESULTS, SOURCES } from '@/lib/reviews/policy'
import { QUEUE_ORDERS, TABS } from '@/lib/reviews/tabs'

/** The position after the last item of a page: rank, time, ID. */
export type QueueCursor = { rank: number; at: string; id: string }

/** The cursor of the queue: rank, time and ID of its last item. */
export const writeQueueCursor = ({ rank, at, id }: QueueCursor): string => writeParts([rank, at, id])

const queueCursor = cursorOf(([rank, at, id]): QueueCursor | null =>
  (rank === 0 || rank === 1) && isMoment(at) && isUuid(id) ? { rank, at, id } : null,
)

/** A tab of the queue with its filters. Sent in a body, because the text must not appear in a URL. */
export const queueSearch = z.strictObject({
  environment: z.enum(ENVIRONMENTS).default('live'),
  tab: z.enum(TABS).default('todo'),
  results: z.array(z.enum(REVIEW_RESULTS)).max(3).default([]),
  differences: z.array(z.enum(DIFFERENCES)).max(DIFFERENCES.length).default([]),
  sources: z.array(z.enum(SOURCES)).max(SOURCES.length).default([]),
  /** pending for at least this many days */
  olderThanDays: z.int().min(1).max(365).optional(),
  uploadId: z.uuid().optional(),
  /** part of a name, the start or end of an IBAN, or a whole reference */
  text: z.string().trim().max(140).default(''),
})
export type QueueSearch = z.infer<typeof queueSearch>

/** Body of POST /api/reviews/search. Default order: oldest first; decided items newest first. */
export const queueInput = queueSearch.extend({
  order: z.enum(QUEUE_ORDERS).optional(),
  after: queueCursor.optional(),
  size: pageNumber(1, 100).default(50),
})

export type QueueInput = z.infer<typeof queueInput>

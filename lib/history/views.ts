import { z } from 'zod'
import { historyFilters } from '@/lib/history/search'
import { refineDateOrder } from '@/lib/platform/days/days'
import { plainLineSchema } from '@/lib/platform/plain-text-schema'

/** Body of POST /api/verifications/search/views: filters under a name. The search text is never stored. */
export const savedViewInput = z.strictObject({
  name: plainLineSchema(40),
  shared: z.boolean().default(false),
  filters: historyFilters.omit({ uploadId: true }).superRefine(refineDateOrder),
})
export type SavedViewInput = z.infer<typeof savedViewInput>

/** A saved view as one person sees it. Only its owner deletes it. */
export type SavedView = {
  id: string
  name: string
  shared: boolean
  mine: boolean
  filters: SavedViewInput['filters']
}

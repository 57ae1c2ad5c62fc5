import { z } from 'zod'
import { cursor } from '@/lib/http/paging'
import { cleanIban } from '@/lib/iban/clean'
import { foldName } from '@/lib/names/fold'
import { OUTCOMES } from '@/lib/verifications/outcome'

/** Body of POST /api/verifications/search. The text never travels in a URL. Newest first. */
export const historyInput = z.strictObject({
  environment: z.enum(['live', 'sandbox']).default('live'),
  filters: z
    .strictObject({
      outcome: z.array(z.enum(OUTCOMES)).max(9).default([]),
      source: z
        .array(z.enum(['single', 'bulk', 'api']))
        .max(3)
        .default([]),
      mine: z.boolean().default(false),
      uploadId: z.uuid().optional(),
    })
    .default({ outcome: [], source: [], mine: false }),
  text: z.string().trim().max(140).default(''),
  after: cursor.optional(),
  size: z.int().min(1).max(100).default(50),
})
export type HistoryInput = z.infer<typeof historyInput>

/** What a search text may mean. Several at once: “2000” may end an IBAN, be a reference or stand in a name. */
export type SearchTerm = { name: string; iban: string | null; reference: string; id: string | null }

/** @returns the readings of a text; null for an empty one. `iban` holds 4 or more letters and digits, one of them a digit. */
export function readSearch(text: string): SearchTerm | null {
  if (text === '') return null
  const compact = cleanIban(text)
  const iban = /^(?=.*\d)[A-Z0-9]{4,34}$/.test(compact) ? compact : null
  const id = /^[0-9a-f]{4,8}(-[0-9a-f-]*)?$/i.test(text) ? text.toLowerCase() : null
  return { name: foldName(text), iban, reference: text, id }
}

/** A text as LIKE takes it literally. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

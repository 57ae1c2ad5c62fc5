import { isUuid } from '@/lib/platform/uuid'

/**
 * Request and response bodies as sent, transcribed from the specification (sections in brackets). Snake case stays
 * here.
 */

/** A check (2.1). The live payload has no `sandbox_result`. */
export type CheckPayload = {
  account: { iban: string }
  account_holder: { name: string }
  sandbox_result?: never
}

/** The outcomes a sandbox check can request (2.1, 3). */
export const SANDBOX_RESULTS = ['match', 'no_match', 'close_match', 'failed'] as const
export type SandboxResult = (typeof SANDBOX_RESULTS)[number]
export type SandboxPayload = Omit<CheckPayload, 'sandbox_result'> & { sandbox_result?: SandboxResult }

/** An answer with a valid ID (2.2). lib/verifications validates the rest. */
export type WireVerification = { id: string } & Record<string, unknown>

/** The response to the creation of a bulk (2.4). */
export type WireBulk = {
  id: string
  status: 'accepted' | 'processing' | 'completed' | null
  totalItems: number | null
  completedItems: number | null
  failedItems: number | null
  rejectedItems: number | null
  inProgressItems: number | null
  createdAt: string | null
}

/** A page of items (2.5, 2.6). `items` is null when it is not an array, or longer than any batch. */
export type WireItems = WireBulk & {
  items: WireItem[] | null
  pagination: { currentPage: number | null; perPage: number | null; totalPages: number | null }
}
/** `index` is null unless it is an integer from 0; the rest goes to `readItem`. */
export type WireItem = { index: number | null; wire: Record<string, unknown> }

const MAX_ITEMS = 2_000

/** Whether a JSON value is an object: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const object = (value: unknown): Record<string, unknown> | null => (isObject(value) ? value : null)
/** A count: a non-negative safe integer. Anything else reads as null, never as NaN. */
const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
/** A counter of a bulk, which has at most 2,000 items (8). */
const counter = (value: unknown): number | null => {
  const items = count(value)
  return items !== null && items <= MAX_ITEMS ? items : null
}

/** The body of a check (specification 4.2), and an item of a bulk (4.4). */
export const checkPayload = (iban: string, name: string): CheckPayload => ({
  account: { iban },
  account_holder: { name },
})

/** @returns null without a UUID as ID: then it is unknown what was accepted */
export function parseVerification(body: unknown): WireVerification | null {
  const given = object(body)
  return given && isUuid(given.id) ? (given as WireVerification) : null
}

/** @returns null without a UUID as ID */
export function parseBulk(body: unknown): WireBulk | null {
  const given = object(body)
  if (!given || !isUuid(given.id)) return null
  const status = (['accepted', 'processing', 'completed'] as const).find((known) => known === given.status)
  return {
    id: given.id.toLowerCase(),
    status: status ?? null,
    totalItems: counter(given.total_items),
    completedItems: counter(given.completed_items),
    failedItems: counter(given.failed_items),
    rejectedItems: counter(given.rejected_items),
    inProgressItems: counter(given.in_progress_items),
    createdAt: typeof given.created_at === 'string' ? given.created_at.slice(0, 64) : null,
  }
}

/** @returns null without a UUID as ID */
export function readItems(body: unknown): WireItems | null {
  const bulk = parseBulk(body)
  const { items, pagination } = object(body) ?? {}
  const page = object(pagination) ?? {}
  return (
    bulk && {
      ...bulk,
      items:
        Array.isArray(items) && items.length <= MAX_ITEMS
          ? items.map((item) => ({ index: count(object(item)?.index), wire: object(item) ?? {} }))
          : null,
      pagination: {
        currentPage: count(page.current_page),
        perPage: count(page.per_page),
        totalPages: count(page.total_pages),
      },
    }
  )
}

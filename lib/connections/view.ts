import type { PersonView } from '@/lib/platform/person'
import type { SendingStop } from '@/lib/upstream/breaker'

/** State of a connection after the last test, response, refused secret or network failure. */
export type ConnectionState = 'working' | 'refused' | 'unreachable' | 'rate_limited' | 'not_tested'

/** Whether the bank's BIC and name are looked up for French rows: `paused` after many rows in a row without a result. */
export type EnrichmentState = 'off' | 'not_asked' | 'works' | 'paused'

/** What an admin sees of a connection: never the secret or the token. Times are ISO 8601 in UTC. */
export type ConnectionView = {
  id: string
  name: string
  baseUrl: string
  clientId: string
  /** empty when the secret is too short to show a part of it */
  secretLast4: string
  secretSetAt: string
  /** null: from the settings of the installation */
  secretSetBy: PersonView | null
  /** until then the replaced secret can be restored */
  previousSecretUntil: string | null
  active: boolean
  bulkSize: number
  tokenUntil: string | null
  state: ConnectionState
  lastTestAt: string | null
  /** of all requests, rounded to the minute */
  lastAnswerAt: string | null
  lastFailure: { at: string; code: string } | null
  /** single checks sent in the last minute; the provider's limit is 60 */
  usedLastMinute: number
  /** why no requests are sent with it; null when they may be */
  stopped: SendingStop | null
  /** `nextTryAt`: while paused, when the next row is tried */
  enrichment: { state: EnrichmentState; nextTryAt: string | null }
}

/** The steps of a test, in their order. */
export const TEST_STEPS = ['reach', 'token', 'check'] as const
export type TestStep = (typeof TEST_STEPS)[number]
/** A connection that works is tested again after this long, because the provider limits token requests. */
export const TEST_PAUSE_SECONDS = 30

/** The three visible steps; `ms` is null for a step that was not reached. */
export type ConnectionTest = {
  state: ConnectionState
  steps: { step: TestStep; ok: boolean | null; ms: number | null }[]
  /** stable error code */
  code: string | null
}

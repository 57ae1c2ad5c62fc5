import type { Stopped } from '@/lib/upstream/breaker'

/** How a connection stands: from the last that was heard of it, be it a test, an answer, a refused secret or no way there. */
export type ConnectionState = 'working' | 'refused' | 'unreachable' | 'rate_limited' | 'not_tested'

/** Whether the bank's BIC and name are read for French rows of files: `paused` after many rows in a row without. */
export type EnrichmentState = 'off' | 'not_asked' | 'works' | 'paused'

/** What an admin sees of a connection: never the secret, never the token. Times are ISO 8601 UTC. */
export type ConnectionView = {
  id: string
  name: string
  baseUrl: string
  clientId: string
  /** empty when the secret is too short to show a part of it */
  secretLast4: string
  secretSetAt: string
  /** null: from the settings of the installation */
  secretSetBy: { id: string; name: string } | null
  /** until then the replaced secret can be brought back */
  previousSecretUntil: string | null
  active: boolean
  bulkSize: number
  tokenUntil: string | null
  state: ConnectionState
  lastTestAt: string | null
  /** of all requests, to the minute */
  lastAnswerAt: string | null
  lastFailure: { at: string; code: string } | null
  /** single checks sent in the last minute, of the provider's 60 */
  usedLastMinute: number
  /** what keeps requests from being sent with it; null when nothing does */
  stopped: Stopped | null
  /** `nextTryAt`: while paused, the next row is tried then */
  enrichment: { state: EnrichmentState; nextTryAt: string | null }
}

export type TestStep = 'reach' | 'token' | 'check'
/** The three visible steps; `ms` is null for a step that was not reached. */
export type ConnectionTest = {
  state: ConnectionState
  steps: { step: TestStep; ok: boolean | null; ms: number | null }[]
  /** stable code of the failure */
  code: string | null
  testedAt: string
}

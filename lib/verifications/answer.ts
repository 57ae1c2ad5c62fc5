import { USUAL_BIC } from '@/lib/iban/bic'
import { CONTROL, trimName } from '@/lib/names/read'
import { isUuid } from '@/lib/platform/uuid'
import { isObject } from '@/lib/upstream/contract'
import { MATCH_RESULTS, type MatchResult } from './outcome'

/** The states of an enriched value (specification 2.3). Another one counts as absent. */
export const ENRICHMENT_STATUSES = ['pending', 'completed', 'unavailable', 'not_applicable'] as const
export type EnrichmentStatus = (typeof ENRICHMENT_STATUSES)[number]
/** One of the two enriched values (specification 2.3); `value` is null unless the provider gave a usable one. */
type EnrichedValue = { value: string | null; status: EnrichmentStatus | null }
export type Enrichment = {
  /** `pending` while one of the two is, whatever the provider says of both together */
  status: EnrichmentStatus | null
  bicCode: EnrichedValue | null
  bankName: EnrichedValue | null
}

/**
 * A single answer (specification 2.2) or an item of a bulk (2.5) in our types; absent values are null. Only an item can
 * be `rejected`, which isn't billed.
 */
export type ProviderAnswer = {
  status: 'pending' | 'completed' | 'failed' | 'rejected'
  matchResult: MatchResult | null
  matchedName: string | null
  statusReason: string | null
  /** a status or match_result outside the specification, as received; the answer then counts as failed */
  unrecognised: string | null
  enrichment: Enrichment | null
  upstreamId: string | null
}

const STATUSES = ['pending', 'completed', 'failed'] as const
const ITEM_STATUSES = [...STATUSES, 'rejected'] as const
const MAX_NAME_LENGTH = 200
const MAX_CODE_LENGTH = 64

/**
 * Parses a single answer of the provider (specification 2.2). Never throws and never guesses: null means absent, a
 * value outside the specification is kept as received and counts as failed, and the bank's name counts only on a close
 * match.
 */
export const readAnswer = (wire: unknown): ProviderAnswer => read(wire, STATUSES)

/** The same for an item of a bulk (specification 2.5). */
export const readItem = (wire: unknown): ProviderAnswer => read(wire, ITEM_STATUSES)

const FINAL: unknown[] = ['completed', 'failed', 'rejected']

/**
 * Is this the final answer to a check (specification 2.2) or an item (2.5)? A status outside the specification is one
 * only when nothing more is to come (`over`): in the response to the request itself (1.2), and in a completed bulk (3).
 * Before, it may be another word for pending.
 */
export const isFinalAnswer = (wire: unknown, over: boolean): boolean => {
  const status = isObject(wire) ? wire.status : undefined
  return over ? status !== 'pending' : FINAL.includes(status)
}

function read(wire: unknown, statuses: readonly ProviderAnswer['status'][]): ProviderAnswer {
  const given = isObject(wire) ? wire : {}
  const common = {
    statusReason: receivedCode(given.status_reason),
    enrichment: readEnrichment(given.enrichment),
    // the ID is used in URLs, so anything but a UUID is dropped
    upstreamId: isUuid(given.id) ? given.id.toLowerCase() : null,
    matchedName: null,
    matchResult: null,
    unrecognised: null,
  }
  const status = statuses.find((known) => known === given.status)
  if (status === undefined) return { ...common, status: 'failed', unrecognised: asReceived(given.status) }
  if (status !== 'completed') return { ...common, status }
  const matchResult = MATCH_RESULTS.find((known) => known === given.match_result)
  if (matchResult === undefined)
    return { ...common, status: 'failed', unrecognised: asReceived(given.match_result) }
  const matchedName = matchResult === 'close_match' ? receivedName(given.matched_name) : null
  return { ...common, status, matchResult, matchedName }
}

/** Makes text safe to store and show: whole code points, visible control characters, an ellipsis where it is cut. */
function clean(text: string, maxLength: number): string {
  const whole = text.slice(0, maxLength * 2 + 2).toWellFormed()
  const signs = Array.from(whole.replaceAll(new RegExp(CONTROL, 'gu'), '\ufffd'))
  return signs.length > maxLength ? `${signs.slice(0, maxLength - 1).join('')}…` : signs.join('')
}

const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u

/** A bank's name as it is stored and shown: trimmed, visibly cut after 200 characters; null when nothing is visible. */
export function receivedName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = clean(trimName(value), MAX_NAME_LENGTH)
  return VISIBLE.test(name) ? name : null
}

/** A code as received: at most 64 printable ASCII characters. */
function receivedCode(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return String(typeof value === 'object' ? JSON.stringify(value) : value)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_CODE_LENGTH)
}

const asReceived = (value: unknown): string => receivedCode(value) ?? 'absent'

function readEnrichment(value: unknown): Enrichment | null {
  if (!isObject(value)) return null
  const bicCode = readEnriched(value.bic_code, (text) => (USUAL_BIC.test(text) ? text : null))
  const bankName = readEnriched(value.bank_name, receivedName)
  const isPending = bicCode?.status === 'pending' || bankName?.status === 'pending'
  return { status: isPending ? 'pending' : enrichmentStatus(value.status), bicCode, bankName }
}

const enrichmentStatus = (value: unknown): EnrichmentStatus | null =>
  ENRICHMENT_STATUSES.find((known) => known === value) ?? null

function readEnriched(value: unknown, read: (text: string) => string | null): EnrichedValue | null {
  if (!isObject(value)) return null
  return {
    value: typeof value.value === 'string' ? read(value.value) : null,
    status: enrichmentStatus(value.status),
  }
}

import type { ResolveInput } from '@/lib/attempts/schema'
import type { ResolutionKind } from '@/lib/attempts/view'

export type ResolutionDraft = {
  as: ResolutionKind | null
  upstreamId: string
  reason: string
  evidence: string
}
export type Missing = Partial<Record<keyof ResolutionDraft, true>>

export const EMPTY: ResolutionDraft = { as: null, upstreamId: '', reason: '', evidence: '' }

const NEEDS: Record<ResolutionKind, (keyof ResolutionDraft)[]> = {
  attached: ['upstreamId'],
  not_billed: ['reason', 'evidence'],
  written_off: ['reason'],
}

/** The fields that the chosen resolution still needs. */
export function missingFields(draft: ResolutionDraft): Missing {
  if (draft.as === null) return { as: true }
  return Object.fromEntries(
    NEEDS[draft.as].filter((field) => !draft[field]?.trim()).map((field) => [field, true]),
  )
}

/** The body of the request; null while no resolution is chosen. */
export function inputOf({ as, upstreamId, reason, evidence }: ResolutionDraft): ResolveInput | null {
  if (as === 'attached') return { as, upstreamId: upstreamId.trim() }
  if (as === 'not_billed') return { as, reason: reason.trim(), evidence: evidence.trim() }
  return as === 'written_off' ? { as, reason: reason.trim() } : null
}

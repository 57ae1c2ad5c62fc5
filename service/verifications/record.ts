import { type EnrichmentResource, enrichmentOf } from './enrichment'

/** The outcome of a finished check: status and match_result of section 2.2, with their reason. */
export type VerificationOutcome =
  | { status: 'completed'; match_result: 'match' | 'no_match' }
  | { status: 'completed'; match_result: 'close_match'; matched_name?: string }
  | { status: 'completed'; match_result: 'account_not_verifiable'; status_reason: StatusReason }
  | { status: 'failed'; status_reason: StatusReason }

type StatusReason =
  | 'institution_out_of_scope'
  | 'institution_timeout'
  | 'unsupported_characters'
  | 'verification_not_possible'

/** The columns of service.verifications that responses need. */
export type VerificationRow = {
  id: string
  kind: 'single' | 'item' | 'sandbox'
  iban: string
  status: 'pending' | 'completed' | 'failed'
  match_result: string | null
  matched_name: string | null
  status_reason: string | null
}

/** The verification object of section 2.2. */
export type VerificationResource = {
  id: string
  status: string
  match_result?: string | null
  matched_name?: string
  status_reason?: string
  enrichment?: EnrichmentResource
}

/** The optional fields of sections 2.2 and 2.5: absent when they have no value. */
export function outcomeMembers(row: {
  match_result: string | null
  matched_name: string | null
  status_reason: string | null
}): Pick<VerificationResource, 'match_result' | 'matched_name' | 'status_reason'> {
  return {
    ...(row.match_result === null ? {} : { match_result: row.match_result }),
    ...(row.matched_name === null ? {} : { matched_name: row.matched_name }),
    ...(row.status_reason === null ? {} : { status_reason: row.status_reason }),
  }
}

/** The response for a stored verification. In the sandbox a failed one has `match_result: null` and no enrichment. */
export async function verificationResource(row: VerificationRow): Promise<VerificationResource> {
  const members = { id: row.id, status: row.status, ...outcomeMembers(row) }
  if (row.kind === 'sandbox') return row.status === 'failed' ? { ...members, match_result: null } : members
  const enrichment = await enrichmentOf(row.iban)
  return enrichment ? { ...members, enrichment } : members
}

import { canonicalJson } from '@/lib/platform/canonical'
import type { Answer } from './answer'

/** What a decision is taken on: which check, the pair submitted, and what the provider answered to it. */
export type Evidence = {
  verificationId: string
  environment: string
  iban: string
  name: string
  answer: Pick<
    Answer,
    'status' | 'matchResult' | 'matchedName' | 'statusReason' | 'unrecognised' | 'upstreamId'
  >
}

/** The one text that the evidence hash is taken over. Notes, documents and enrichment are no part of it. */
export function evidenceText({ verificationId, environment, iban, name, answer }: Evidence): string {
  const { status, matchResult, matchedName, statusReason, unrecognised, upstreamId } = answer
  return canonicalJson({
    verificationId,
    environment,
    iban,
    name,
    answer: { status, matchResult, matchedName, statusReason, unrecognised, upstreamId },
  })
}

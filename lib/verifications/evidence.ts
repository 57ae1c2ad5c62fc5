import { canonicalJson } from '@/lib/platform/canonical'
import type { ProviderAnswer } from './answer'

/** What a decision is based on: the check, the submitted IBAN and name, and the provider's answer. */
export type Evidence = {
  verificationId: string
  environment: string
  iban: string
  name: string
  answer: Pick<
    ProviderAnswer,
    'status' | 'matchResult' | 'matchedName' | 'statusReason' | 'unrecognised' | 'upstreamId'
  >
}

/** The text that the evidence hash is computed over. Notes, documents and enrichment are not part of it. */
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

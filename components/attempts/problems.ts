import { Problem } from '@/components/live/request'

const KNOWN = [
  'attach_invalid',
  'attach_ambiguous',
  'already_attached',
  'already_proposed',
  'nothing_proposed',
  'attempt_settled',
  'too_early',
  'accepted_by_provider',
  'four_eyes',
  'decides_later',
  'upstream_unavailable',
  'local_rate_limited',
  'offline',
  'internal',
  'text_characters',
] as const
export type ProblemKey =
  | (typeof KNOWN)[number]
  | 'mismatch_id'
  | 'mismatch_items'
  | 'mismatch_time'
  | 'mismatch_both'
  | 'other'

/** The message key for a refusal, under `attempts.problem`. For a wrong batch it depends on what differs. */
export function problemKey(error: unknown): ProblemKey {
  if (!(error instanceof Problem)) return 'other'
  const codes = [error.code, ...error.errors.map(({ code }) => code)]
  if (error.code === 'attach_mismatch') {
    const differs = Array.isArray(error.body.differs) ? error.body.differs : []
    if (differs.length > 1) return 'mismatch_both'
    if (differs[0] === 'id') return 'mismatch_id'
    return differs[0] === 'time' ? 'mismatch_time' : 'mismatch_items'
  }
  return KNOWN.find((code) => codes.includes(code)) ?? 'other'
}

import type { IconName } from '@/components/ui/icons/icon'
import { MATCH_RESULTS } from '@/lib/verifications/outcome'

/** Every outcome of a check, named as in the specification where it has a name. The order is that of bars and tiles. */
export const KINDS = [
  ...MATCH_RESULTS,
  'failed',
  'rejected',
  'unknown',
  'not_sent',
  'processing',
  'waiting',
] as const
export type OutcomeKind = (typeof KINDS)[number]

export const KIND_ICONS: Record<OutcomeKind, IconName> = {
  match: 'circle-check',
  close_match: 'equal-approximately',
  no_match: 'octagon-x',
  account_not_verifiable: 'shield-question-mark',
  failed: 'unplug',
  rejected: 'ban',
  unknown: 'circle-question-mark',
  not_sent: 'circle-slash',
  processing: 'loader-circle',
  waiting: 'circle-dashed',
}

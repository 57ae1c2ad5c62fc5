import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  EqualApproximately,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  ShieldQuestionMark,
  Unplug,
} from 'lucide-react'

/** Everything a check can show, in the words of the specification where it has one. The order is that of bars and tiles. */
export const KINDS = [
  'match',
  'close_match',
  'no_match',
  'account_not_verifiable',
  'failed',
  'rejected',
  'unknown',
  'not_sent',
  'processing',
  'waiting',
] as const
export type Kind = (typeof KINDS)[number]

export const KIND_ICONS: Record<Kind, LucideIcon> = {
  match: CircleCheck,
  close_match: EqualApproximately,
  no_match: OctagonX,
  account_not_verifiable: ShieldQuestionMark,
  failed: Unplug,
  rejected: Ban,
  unknown: CircleHelp,
  not_sent: CircleSlash,
  processing: LoaderCircle,
  waiting: CircleDashed,
}

const RESULTS: readonly string[] = ['match', 'close_match', 'no_match', 'account_not_verifiable']
const PLAIN = new Map<string, Kind>(
  Object.entries({
    failed: 'failed',
    rejected: 'rejected',
    unknown: 'unknown',
    not_sent: 'not_sent',
    processing: 'processing',
    pending: 'waiting',
    waiting: 'waiting',
  } as const),
)

/**
 * The kind of a record.
 * @param status the specification's status, or `unknown`, `not_sent`, `processing`
 * @returns `failed` for anything not recognised, as the counts do
 */
export function kindOf(status: string, matchResult?: string | null): Kind {
  if (status === 'completed' && matchResult && RESULTS.includes(matchResult)) return matchResult as Kind
  return PLAIN.get(status) ?? 'failed'
}

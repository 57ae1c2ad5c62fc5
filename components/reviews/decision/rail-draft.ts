import { needsCallBack } from '@/lib/reviews/call'
import type { Reason } from '@/lib/reviews/reasons'
import type { ReviewItem } from '@/lib/reviews/view'
import { type CallDraft, callDraftOf, NO_CALL } from './call-draft'
import type { Choice } from './use-decisions'

export type RailDraft = { reason: Reason | ''; note: string; call: CallDraft; correctedName: string }
type Drafted = Pick<ReviewItem, 'id' | 'evidenceHash' | 'state' | 'matchResult' | 'proposedReason'>

/**
 * What was typed for items that are not decided yet, while the desk is open: a reviewer who looks at another item during
 * a call types nothing twice.
 */
export type RailDrafts = Map<string, RailDraft>

/** A draft belongs to the answer and the state that were on screen. */
export const draftKey = ({ id, state, evidenceHash }: Drafted): string => `${id} ${state} ${evidenceHash}`

/** @param refused the decision on this item that was refused before */
export const railDraftOf = (drafts: RailDrafts, item: Drafted, refused: Choice | undefined): RailDraft =>
  drafts.get(draftKey(item)) ?? firstDraft(item, refused)

/** The second person must decide independently, so nothing is preselected. */
const firstReason = (item: Drafted): Reason | '' => {
  if (needsCallBack(item)) return 'confirmed_with_payee'
  return item.state === 'todo' ? (item.proposedReason ?? '') : ''
}

/** What was typed for a decision that was refused, so that nobody types it again; else the proposed reason. */
function firstDraft(item: Drafted, refused: Choice | undefined): RailDraft {
  const approval = refused?.act === 'approve' && !refused.repeats ? refused : null
  const called = needsCallBack(item)
  return {
    reason: approval?.reason ?? firstReason(item),
    note: approval?.note ?? '',
    call: called && refused?.callBack ? callDraftOf(refused.callBack) : NO_CALL,
    // on a close match it was the bank's name, which may be another one by now
    correctedName: (called && approval?.correctedName) || '',
  }
}

'use client'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Timeline } from '@/components/reviews/decision/timeline'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/shortcut'
import { needsCallBack } from '@/lib/reviews/call'
import { isReviewOpen } from '@/lib/reviews/policy'
import type { ReviewItem } from '@/lib/reviews/view'
import { ApproveReason } from './approve-reason'
import { ClaimLine } from './claim-line'
import { DecidedBox } from './decided-box'
import { FourEyes } from './four-eyes'
import { MemoryBox } from './memory-box'
import { ReasonMenu } from './reason-menu'
import { useClaim } from './use-claim'
import type { Choice } from './use-decisions'
import { useRail } from './use-rail'
import { useReviewEvents } from './use-review-events'

export type RailProps = {
  desk: Desk
  item: ReviewItem
  take: (item: ReviewItem, choice: Choice) => void
  takeBack: (item: ReviewItem | undefined) => void
  /** What A does while several items are selected; false when none is. */
  group: () => boolean
}

/** The right pane: decide, why, who else must, what happened so far. */
export function DecisionRail(props: RailProps) {
  const { desk, item, takeBack } = props
  const t = useTranslations('review')
  const claim = useClaim(item, desk.me.id)
  const events = useReviewEvents(item, desk.me.id, claim.until)
  const undoable = item.undoableUntil !== null && Date.parse(item.undoableUntil) > Date.now()
  return (
    <aside className="desk-rail" aria-label={t('decision')}>
      <div className="rail-box rail-box-main">
        {isReviewOpen(item.state) ? (
          <Acts {...props} claim={claim} />
        ) : (
          <DecidedBox desk={desk} item={item} />
        )}
        {undoable && (
          <Button
            size="lg"
            className="mt-2 w-full"
            icon="corner-up-left"
            keys="z"
            onClick={() => takeBack(item)}
          >
            {t('undo')}
          </Button>
        )}
      </div>
      {isReviewOpen(item.state) && <FourEyes item={item} myId={desk.me.id} />}
      <div className="rail-box">
        <Timeline events={events} />
      </div>
    </aside>
  )
}

function Acts({ desk, item, take, claim, group }: RailProps & { claim: ReturnType<typeof useClaim> }) {
  const t = useTranslations('review')
  const why = useId()
  const form = useRef<HTMLDivElement>(null)
  const rail = useRail({ desk, item, take, claim, form })
  useShortcut('s', rail.skip, { label: t('skip'), enabled: desk.me.mayDecide })
  return (
    <>
      <ClaimLine until={claim.until} item={item} desk={desk} />
      {rail.why && (
        <p id={why} className="rail-why">
          {rail.why}
        </p>
      )}
      <div className="rail-acts">
        <Approve item={item} rail={rail} why={why} group={group} />
        <ReasonMenu
          act="reject"
          keys="r"
          icon="x"
          blocked={rail.why}
          describedBy={why}
          onChoose={rail.choose}
        />
        <ReasonMenu
          act="escalate"
          keys="e"
          icon="arrow-up-from-line"
          blocked={rail.why}
          describedBy={why}
          onChoose={rail.choose}
        />
        {desk.me.mayDecide && (
          <Button variant="ghost" size="lg" icon="skip-forward" keys="s" onClick={rail.skip}>
            {t('skip')}
          </Button>
        )}
      </div>
      {item.memory && !rail.why && <MemoryBox item={item} memory={item.memory} take={take} />}
      <div ref={form}>{!rail.why && <ApproveReason item={item} {...rail.form} />}</div>
    </>
  )
}

type ApproveProps = Pick<RailProps, 'item' | 'group'> & { rail: ReturnType<typeof useRail>; why: string }

/** One key approves with the reason in sight; where the setting asks for a reason: A, then a number. */
function Approve({ item, rail, why, group }: ApproveProps) {
  const t = useTranslations('review')
  const asks = item.askReason && !needsCallBack(item)
  useShortcut('a', () => group() || rail.approve(), { label: t('approve'), enabled: !asks })
  if (asks)
    return (
      <ReasonMenu
        act="approve"
        keys="a"
        icon="check"
        primary
        blocked={rail.why}
        describedBy={why}
        onChoose={rail.choose}
        instead={group}
      />
    )
  const off = { 'aria-disabled': rail.why ? true : undefined, 'aria-describedby': rail.why ? why : undefined }
  return (
    <Button variant="primary" size="lg" icon="check" keys="a" onClick={rail.approve} {...off}>
      {t('approve')}
    </Button>
  )
}

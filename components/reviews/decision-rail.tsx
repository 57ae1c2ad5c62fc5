'use client'
import { ArrowUpFromLine, Check, CornerUpLeft, SkipForward, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Timeline } from '@/components/history/timeline'
import { Button } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/shortcut'
import { isOpen } from '@/lib/reviews/policy'
import type { ReviewItem } from '@/lib/reviews/view'
import { ApproveReason } from './approve-reason'
import { ClaimLine } from './claim-line'
import { DecidedBox } from './decided-box'
import { FourEyes } from './four-eyes'
import { MemoryBox } from './memory-box'
import { ReasonMenu } from './reason-menu'
import { useClaim } from './use-claim'
import type { Choice } from './use-decisions'
import type { Desk } from './use-desk'
import { useRail } from './use-rail'
import { useReviewEvents } from './use-review-events'

export type RailProps = {
  desk: Desk
  item: ReviewItem
  take: (item: ReviewItem, choice: Choice) => void
  takeBack: (item: ReviewItem | undefined) => void
  /** What A does while several items are selected. */
  openGroup: () => void
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
        {isOpen(item.state) ? <Acts {...props} claim={claim} /> : <DecidedBox desk={desk} item={item} />}
        {undoable && (
          <Button
            size="lg"
            className="mt-2 w-full"
            icon={CornerUpLeft}
            keys="z"
            onClick={() => takeBack(item)}
          >
            {t('undo')}
          </Button>
        )}
      </div>
      {isOpen(item.state) && <FourEyes item={item} myId={desk.me.id} />}
      <div className="rail-box">
        <Timeline events={events} />
      </div>
    </aside>
  )
}

function Acts({ desk, item, take, claim, openGroup }: RailProps & { claim: ReturnType<typeof useClaim> }) {
  const t = useTranslations('review')
  const why = useId()
  const form = useRef<HTMLDivElement>(null)
  const rail = useRail({ desk, item, take, claim, form })
  const approve = () => (desk.selection.ids.length > 0 ? openGroup() : rail.approve())
  useShortcut('a', approve, { label: t('approve') })
  useShortcut('s', rail.skip, { label: t('skip'), enabled: desk.me.mayDecide })
  const off = { 'aria-disabled': rail.why ? true : undefined, 'aria-describedby': rail.why ? why : undefined }
  return (
    <>
      <ClaimLine until={claim.until} item={item} desk={desk} />
      {rail.why && (
        <p id={why} className="rail-why">
          {rail.why}
        </p>
      )}
      <div className="rail-acts">
        <Button variant="primary" size="lg" icon={Check} keys="a" onClick={rail.approve} {...off}>
          {t('approve')}
        </Button>
        <ReasonMenu
          act="reject"
          keys="r"
          icon={X}
          blocked={rail.why}
          describedBy={why}
          onChoose={rail.choose}
        />
        <ReasonMenu
          act="escalate"
          keys="e"
          icon={ArrowUpFromLine}
          blocked={rail.why}
          describedBy={why}
          onChoose={rail.choose}
        />
        {desk.me.mayDecide && (
          <Button variant="ghost" size="lg" icon={SkipForward} keys="s" onClick={rail.skip}>
            {t('skip')}
          </Button>
        )}
      </div>
      {item.memory && !rail.why && <MemoryBox item={item} memory={item.memory} take={take} />}
      <div ref={form}>{!rail.why && <ApproveReason item={item} {...rail.form} />}</div>
    </>
  )
}

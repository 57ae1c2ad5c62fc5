'use client'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Timeline } from '@/components/reviews/decision/timeline'
import { DeskRail, RailBox } from '@/components/reviews/desk/boxes'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/fields/form'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { toast } from '@/components/ui/messages/toast'
import { serverNow } from '@/components/ui/server-now'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { needsCallBack } from '@/lib/reviews/call'
import type { GroupDecision } from '@/lib/reviews/decision/group'
import { isReviewOpen } from '@/lib/reviews/policy'
import type { DecisionKind } from '@/lib/reviews/reasons'
import type { ReviewItem } from '@/lib/reviews/view'
import { ApproveReason, useCallRefusal } from './approve-reason'
import { ClaimLine } from './claim-line'
import { DecidedBox } from './decided-box'
import { FourEyes } from './four-eyes'
import { IdleKeys } from './idle-keys'
import { MemoryBox } from './memory-box'
import type { RailDrafts } from './rail-draft'
import { ReasonButton, ReasonMenu } from './reason-menu'
import { useClaim } from './use-claim'
import type { Choice } from './use-decisions'
import { useRail } from './use-rail'
import { useReviewEvents } from './use-review-events'

export type RailProps = {
  desk: Desk
  item: ReviewItem
  take: (item: ReviewItem, choice: Choice) => void
  takeBack: (item: ReviewItem | undefined) => void
  /** The decision on an item that was refused last. */
  refusedOf: (id: string) => Choice | undefined
  drafts: RailDrafts
  /** Runs A or R on the selected items; false when none is selected. */
  group: (act: GroupDecision) => boolean
}

/** The right pane: decide, give a reason, see the second person and the timeline. */
export function DecisionRail(props: RailProps) {
  const { desk, item, takeBack } = props
  const t = useTranslations('review')
  const claim = useClaim(item, desk.me.id)
  const events = useReviewEvents(item, desk.me.id, claim.until)
  const undoable = item.undoableUntil !== null && Date.parse(item.undoableUntil) > serverNow()
  return (
    <DeskRail aria-label={t('decision')}>
      <RailBox>
        {isReviewOpen(item.state) && desk.me.mayDecide && <Acts {...props} claim={claim} />}
        {isReviewOpen(item.state) && !desk.me.mayDecide && <OnlyReads group={props.group} />}
        {!isReviewOpen(item.state) && (
          <>
            <IdleKeys why={t('idle.decided')} group={props.group} />
            <DecidedBox desk={desk} item={item} />
          </>
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
      </RailBox>
      {isReviewOpen(item.state) && desk.me.mayDecide && <FourEyes item={item} myId={desk.me.id} />}
      <RailBox>
        <Timeline events={events} />
      </RailBox>
    </DeskRail>
  )
}

function Acts(props: RailProps & { claim: ReturnType<typeof useClaim> }) {
  const { desk, item, take, claim, group } = props
  const t = useTranslations('review')
  const why = useId()
  const form = useRef<HTMLFormElement>(null)
  const refused = props.refusedOf(item.id)
  const rail = useRail({ desk, item, take, claim, form, refused, drafts: props.drafts })
  const callRefused = useCallRefusal(rail.form.problems)
  const typedFor = (act: DecisionKind) => (refused?.act === act ? refused.note : undefined)
  useShortcut('s', rail.skip, { label: t('skip') })
  return (
    <>
      <ClaimLine until={claim.until} item={item} desk={desk} />
      <div className="grid gap-2 max-md:grid-cols-[1fr_1fr]">
        <Approve item={item} rail={rail} why={why} group={group} />
        <ReasonMenu
          act="reject"
          keys="r"
          icon="x"
          blocked={rail.why}
          describedBy={why}
          onChoose={rail.choose}
          typed={typedFor('reject')}
          instead={() => group('reject')}
        />
        <ReasonMenu
          act="escalate"
          keys="e"
          icon="arrow-up-from-line"
          blocked={rail.why}
          describedBy={why}
          onChoose={rail.choose}
          typed={typedFor('escalate')}
        />
        <ReasonButton variant="ghost" icon="skip-forward" keys="s" onClick={rail.skip}>
          {t('skip')}
        </ReasonButton>
      </div>
      {rail.why && (
        <p id={why} className="mt-3 text-sm font-medium text-fg">
          {rail.why}
        </p>
      )}
      <NoMemoryKey why={rail.why ?? t('idle.memory')} enabled={!item.memory || rail.why !== null} />
      {item.memory && !rail.why && <MemoryBox item={item} memory={item.memory} take={take} />}
      {!rail.why && (
        <Form ref={form} refused={callRefused} className="mt-3.5 grid gap-3">
          <ApproveReason item={item} {...rail.form} />
        </Form>
      )}
    </>
  )
}

/** Shown to people who can only follow the item: a reviewer decides it. */
function OnlyReads({ group }: Pick<RailProps, 'group'>) {
  const t = useTranslations('review')
  return (
    <>
      <IdleKeys why={t('blocked.role')} group={group} />
      <p className="text-sm">{t('blocked.role')}</p>
    </>
  )
}

/** The key M when there is no earlier decision to repeat. */
function NoMemoryKey({ why, enabled }: { why: string; enabled: boolean }) {
  const t = useTranslations('review')
  useShortcut('m', () => toast(why), { label: t('memory.again'), enabled })
  return null
}

type ApproveProps = Pick<RailProps, 'item' | 'group'> & { rail: ReturnType<typeof useRail>; why: string }

/** One key approves with the visible reason; where the setting requires a choice: A, then a number. */
function Approve({ item, rail, why, group }: ApproveProps) {
  const t = useTranslations('review')
  // what was rejected before is more likely to be rejected again
  const primary = item.memory?.kind !== 'reject'
  const asks = item.askReason && !needsCallBack(item)
  useShortcut('a', () => group('approve') || rail.approve(), { label: t('approve'), enabled: !asks })
  if (asks)
    return (
      <ReasonMenu
        act="approve"
        keys="a"
        icon="check"
        primary={primary}
        blocked={rail.why}
        describedBy={why}
        onChoose={rail.choose}
        typed={rail.form.draft.note}
        instead={() => group('approve')}
      />
    )
  const off = { 'aria-disabled': rail.why ? true : undefined, 'aria-describedby': rail.why ? why : undefined }
  return (
    <ReasonButton
      variant={primary ? 'primary' : undefined}
      icon="check"
      keys="a"
      onClick={rail.approve}
      {...off}
    >
      {t('approve')}
    </ReasonButton>
  )
}

/** The right pane while its item loads. Nothing can be decided unseen. */
export function RailLoading({ group }: Pick<RailProps, 'group'>) {
  const t = useTranslations('review')
  return (
    <DeskRail aria-label={t('decision')}>
      <IdleKeys why={t('notYet')} group={group} />
      <RailBox>
        <Skeleton className="h-48" label={t('loadingItem')} />
      </RailBox>
    </DeskRail>
  )
}

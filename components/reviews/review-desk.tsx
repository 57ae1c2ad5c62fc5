'use client'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadWithRetry } from '@/components/ui/lazy'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { EnvironmentName } from '@/lib/http/paths'
import type { GroupDecision } from '@/lib/reviews/decision/group'
import { DecisionRail, RailLoading } from './decision/decision-rail'
import { IdleKeys } from './decision/idle-keys'
import type { RailDrafts } from './decision/rail-draft'
import { useDecisions } from './decision/use-decisions'
import { type Desk, type Me, useReviewDesk } from './desk/use-desk'
import { DeskHeader } from './desk-header'
import { ItemPane } from './item/item-pane'
import { KeyBar } from './key-bar'
import { QueueList } from './queue/queue-list'

const GroupDialog = dynamic(
  () => loadWithRetry(() => import('./decision/group-dialog').then((part) => part.GroupDialog)),
  { ssr: false },
)

type ReviewDeskProps = { environment: EnvironmentName; me: Me }

/**
 * The review desk: queue, item, decision. On wide screens each pane scrolls and the page does not; below 1280 px the
 * decision is below the item and the page scrolls; on small screens the list comes first and an item fills the screen.
 */
export function ReviewDesk({ environment, me }: ReviewDeskProps) {
  const t = useTranslations('review')
  const desk = useReviewDesk(environment, me)
  const decisions = useDecisions(desk)
  const drafts = useRef<RailDrafts>(new Map())
  const [grouping, setGrouping] = useState<GroupDecision | null>(null)
  const group = (act: GroupDecision) => {
    const chosen = desk.selection.ids.length > 0
    if (chosen) setGrouping(act)
    return chosen
  }
  useWalkKeys(desk)
  useShortcut('z', () => decisions.takeBack(desk.item.data), { label: t('undo') })
  const item = desk.item.data
  const mayGroup = me.mayDecide && desk.filters.tab !== 'decided'
  useSelectKeys(desk, mayGroup)
  return (
    <div className="desk flex min-h-0 flex-1 flex-col">
      <DeskHeader desk={desk} />
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div
          className="grid min-h-0 flex-1 grid-cols-[336px_minmax(0,1fr)_316px] grid-rows-1 max-xl:grid-cols-[300px_minmax(0,1fr)] max-xl:grid-rows-[auto_1fr] max-md:block"
          data-open={desk.openId !== null}
          data-empty={desk.currentId === null}
        >
          {(desk.openId === null || desk.currentId === null) && (
            <h1 className={desk.currentId === null ? 'sr-only' : 'sr-only md:hidden'}>{t('title')}</h1>
          )}
          <QueueList desk={desk} openGroup={setGrouping} />
          <ItemPane desk={desk} />
          {!item && desk.row && <RailLoading group={group} />}
          {!item && !desk.row && <IdleKeys why={t('idle.none')} group={group} />}
          {item && (
            <DecisionRail
              key={`${item.id} ${item.state}`}
              desk={desk}
              item={item}
              {...decisions}
              drafts={drafts.current}
              group={group}
            />
          )}
        </div>
        <KeyBar decidedToday={desk.decidedToday} mayDecide={me.mayDecide} />
        {grouping && (
          <GroupDialog
            act={grouping}
            desk={desk}
            takeGroup={decisions.takeGroup}
            onClose={() => setGrouping(null)}
          />
        )}
      </main>
    </div>
  )
}

/** J and K; at either end they announce it. */
function useWalkKeys(desk: Desk) {
  const t = useTranslations('review')
  const step = (by: 1 | -1) => desk.step(by) || toast(t('said.nothingElse'))
  useShortcut('j', () => step(1), { label: t('keys.next') })
  useShortcut('k', () => step(-1), { label: t('keys.previous') })
}

/** X, Shift X and Shift A; where nothing can be selected they explain why. */
function useSelectKeys(desk: Desk, enabled: boolean) {
  const t = useTranslations('review')
  const why = t(desk.me.mayDecide ? 'idle.tab' : 'blocked.role')
  const select = (range: boolean) => {
    if (!enabled) return toast(why)
    // an item opened by its URL may be missing from the list
    if (desk.row === null) return toast(t('idle.none'))
    desk.selection.toggle(desk.row.id, range)
  }
  const all = () => {
    if (!enabled) return toast(why)
    if (desk.selection.join(desk.me.id) === 0) toast(t('idle.group'))
  }
  useShortcut('x', () => select(false), { label: t('select.key') })
  useShortcut('Shift+x', () => select(true), { label: t('select.range') })
  useShortcut('Shift+a', all, { label: t('select.all') })
}

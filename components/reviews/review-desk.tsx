'use client'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShortcut } from '@/components/ui/shortcut'
import type { EnvironmentName } from '@/lib/http/paths'
import type { Tab } from '@/lib/reviews/tabs'
import { DecisionRail } from './decision/decision-rail'
import { GroupDialog } from './decision/group-dialog'
import { RailLoading } from './decision/rail-loading'
import { useDecisions } from './decision/use-decisions'
import { type Me, useReviewDesk } from './desk/use-desk'
import { DeskHeader } from './desk-header'
import { ItemPane } from './item/item-pane'
import { KeyBar } from './key-bar'
import { QueueList } from './queue/queue-list'

type ReviewDeskProps = { environment: EnvironmentName; me: Me }

/** The review desk: queue, item, decision. On small screens the list comes first and an item fills the screen. */
export function ReviewDesk({ environment, me }: ReviewDeskProps) {
  const t = useTranslations('review')
  const desk = useReviewDesk(environment, me)
  const decisions = useDecisions(desk)
  const [grouping, setGrouping] = useState(false)
  const openGroup = () => setGrouping(true)
  const group = () => {
    const chosen = desk.selection.ids.length > 0
    if (chosen) openGroup()
    return chosen
  }
  useShortcut('j', () => desk.step(1), { label: t('keys.next') })
  useShortcut('k', () => desk.step(-1), { label: t('keys.previous') })
  useShortcut('z', () => decisions.takeBack(desk.item.data), { label: t('undo') })
  const item = desk.item.data
  const mayGroup = me.mayDecide && desk.filters.tab !== 'decided'
  const select = (range: boolean) => desk.currentId && desk.selection.toggle(desk.currentId, range)
  useShortcut('x', () => select(false), { label: t('select.key'), enabled: mayGroup })
  useShortcut('Shift+x', () => select(true), { label: t('select.range'), enabled: mayGroup })
  useShortcut('Shift+a', () => desk.selection.join(me.id), { label: t('select.all'), enabled: mayGroup })
  return (
    <Tabs.Root
      className="desk"
      value={desk.filters.tab}
      onValueChange={(tab) => desk.showTab(tab as Tab)}
      activationMode="manual"
    >
      <DeskHeader desk={desk} />
      <main id="main" tabIndex={-1} className="desk-main">
        <Tabs.Content
          value={desk.filters.tab}
          className="desk-panes"
          data-open={desk.openId !== null}
          data-empty={desk.currentId === null}
        >
          {(desk.openId === null || desk.currentId === null) && (
            <h1 className={desk.currentId === null ? 'sr-only' : 'sr-only md:hidden'}>{t('title')}</h1>
          )}
          <QueueList desk={desk} openGroup={openGroup} />
          <ItemPane desk={desk} />
          {!item && desk.row && <RailLoading group={group} />}
          {item && (
            <DecisionRail
              key={`${item.id} ${item.state}`}
              desk={desk}
              item={item}
              {...decisions}
              group={group}
            />
          )}
        </Tabs.Content>
        <KeyBar decidedToday={desk.decidedToday} mayDecide={me.mayDecide} />
        {grouping && (
          <GroupDialog desk={desk} takeGroup={decisions.takeGroup} onClose={() => setGrouping(false)} />
        )}
      </main>
    </Tabs.Root>
  )
}

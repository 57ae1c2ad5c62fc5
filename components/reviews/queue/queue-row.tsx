'use client'
import type { MouseEvent as PointerPress } from 'react'
import { useTranslations } from 'use-intl'
import { BankName } from '@/components/names/bank-name'
import { useDifferenceWords } from '@/components/names/differences'
import { StatusChip } from '@/components/outcome/status-chip'
import { isLocked } from '@/components/reviews/desk/order'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Checkbox } from '@/components/ui/checkbox'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icon'
import type { QueueItem } from '@/lib/reviews/view'
import { Age } from './age'

/** One waiting item: submitted name, the bank's name, why it waits, who holds it. */
export function QueueRow({ item, desk }: { item: QueueItem; desk: Desk }) {
  const deleted = useTranslations('history')('deleted')
  const current = item.id === desk.currentId
  const follow = (event: PointerPress<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    desk.show(item.id, { push: true, focus: !window.matchMedia('(min-width: 51.25rem)').matches })
  }
  return (
    <li className={cx('desk-row', isLocked(item, desk.me.id) && 'desk-row-locked')} data-current={current}>
      {desk.me.mayDecide && desk.filters.tab !== 'decided' && <SelectBox item={item} desk={desk} />}
      <a href={desk.hrefOf(item.id)} onClick={follow} aria-current={current || undefined} translate="no">
        {item.name || deleted}
      </a>
      <Age since={item.decidedAt ?? item.createdAt} />
      <BankLine item={item} />
      <RowFoot item={item} myId={desk.me.id} />
    </li>
  )
}

/** For approving several at once; Shift selects everything in between. */
function SelectBox({ item, desk }: { item: QueueItem; desk: Desk }) {
  const t = useTranslations('review')
  return (
    <Checkbox
      className="desk-row-select"
      hideLabel
      label={t('select.one', { name: item.name })}
      checked={desk.selection.has(item.id)}
      onChange={({ nativeEvent }) =>
        desk.selection.toggle(item.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

function BankLine({ item }: { item: QueueItem }) {
  const t = useTranslations('review')
  return (
    <span className="desk-row-bank">
      {item.matchedName
        ? t.rich('bank', {
            name: () => <BankName name={item.matchedName ?? ''} comparison={item.comparison} />,
          })
        : t(`noName.${item.matchResult}`)}
    </span>
  )
}

function RowFoot({ item, myId }: { item: QueueItem; myId: string }) {
  const t = useTranslations('review')
  const words = useDifferenceWords()
  const lock = item.claimedBy?.id === myId ? 'lock-open' : 'lock'
  return (
    <span className="desk-row-foot">
      <StatusChip kind={item.matchResult} />
      {item.priority && <span className="desk-row-first">{t('priority')}</span>}
      <span className="truncate">
        {item.differenceTypes.length > 0 ? words(item.differenceTypes) : t('nothingToCompare')}
      </span>
      {item.claimedBy && (
        <span className="desk-row-holder">
          <Icon name={lock} />
          <span className="sr-only">{t('heldBy')}</span>
          {item.claimedBy.id === myId ? t('you') : item.claimedBy.name.split(' ')[0]}
        </span>
      )}
    </span>
  )
}

'use client'
import type { MouseEvent as PointerPress } from 'react'
import { useTranslations } from 'use-intl'
import { BankName } from '@/components/names/bank-name'
import { useDifferenceWords } from '@/components/names/use-difference-words'
import { StatusChip } from '@/components/outcome/status-chip'
import { isLocked } from '@/components/reviews/desk/order'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { cx } from '@/components/ui/cx'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Icon } from '@/components/ui/icons/icon'
import { isPlainClick } from '@/components/ui/link'
import type { QueueItem } from '@/lib/reviews/view'
import { Age } from './age'

/** One waiting item: submitted name, the bank's name, why it waits, who has claimed it. */
export function QueueRow({ item, desk }: { item: QueueItem; desk: Desk }) {
  const deleted = useTranslations('history')('deleted')
  const current = item.id === desk.currentId
  const follow = (event: PointerPress<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    desk.show(item.id, { push: true, focus: !window.matchMedia('(min-width: 51.25rem)').matches })
  }
  const selectable = desk.me.mayDecide && desk.filters.tab !== 'decided'
  return (
    <li
      className={cx(
        'relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 gap-y-0.5 border-b border-border pt-3 pr-3.5 pb-3 hover:bg-surface-3 data-[current=true]:bg-surface data-[current=true]:shadow-[inset_3px_0_0_var(--accent)] forced-colors:data-[current=true]:border-l-4 forced-colors:data-[current=true]:border-l-[Highlight]',
        selectable ? 'pl-10' : 'pl-4',
      )}
      data-current={current}
    >
      {selectable && <SelectBox item={item} desk={desk} />}
      {/* the whole row is the target of its link */}
      <a
        href={desk.hrefOf(item.id)}
        onClick={follow}
        aria-current={current || undefined}
        translate="no"
        className={cx(
          'truncate font-[550] no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent',
          isLocked(item, desk.me.id) ? 'text-fg-muted' : 'text-fg',
        )}
      >
        {item.name || deleted}
      </a>
      <Age since={item.decidedAt ?? item.createdAt} className="num text-xs leading-5 text-fg-subtle" />
      <BankLine item={item} />
      <RowFoot item={item} myId={desk.me.id} />
    </li>
  )
}

/** Selects items for a group approval; Shift selects the range. */
function SelectBox({ item, desk }: { item: QueueItem; desk: Desk }) {
  const t = useTranslations('review')
  return (
    <Checkbox
      className="absolute top-1 left-1 z-1 grid size-9 min-h-0 place-items-center p-0 [&>.checkbox]:m-0"
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
    <span className="col-span-full truncate text-sm leading-5 text-fg-muted">
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
    <span className="col-span-full mt-1 flex min-w-0 items-center gap-1.5 text-xs text-fg-subtle">
      <StatusChip kind={item.matchResult} className="h-5 gap-1 pr-2 pl-1 text-2xs leading-4 [&>svg]:size-3" />
      {item.priority && <span className="flex-none font-[550] text-fg">{t('priority')}</span>}
      <span className="truncate">
        {item.differenceTypes.length > 0 ? words(item.differenceTypes) : t('nothingToCompare')}
      </span>
      {item.claimedBy && (
        <span className="ml-auto flex flex-none items-center gap-1.5">
          <Icon name={lock} className="size-3" />
          <span className="sr-only">{t('heldBy')}</span>
          {item.claimedBy.id === myId ? t('you') : item.claimedBy.name.split(' ')[0]}
        </span>
      )}
    </span>
  )
}

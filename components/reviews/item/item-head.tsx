'use client'
import { useRef } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { ReviewChip, SandboxChip } from '@/components/outcome/review-chip'
import { StatusChip } from '@/components/outcome/status-chip'
import { countText } from '@/components/reviews/desk/count'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { IconButton } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { useOnChange } from '@/components/ui/use-on-change'
import { pages } from '@/lib/http/paths'
import type { QueueItem, ReviewItem } from '@/lib/reviews/view'

type ItemHeadProps = { desk: Desk; shown: QueueItem; item: ReviewItem | undefined }

/** The submitted name, the bank's result, its source, and links to the neighbours. */
export function ItemHead({ desk, shown, item }: ItemHeadProps) {
  const deleted = useTranslations('history')('deleted')
  const heading = useHeadingFocus(desk, shown.id)
  return (
    <div className="mb-4.5 flex items-start gap-3 max-md:flex-wrap-reverse">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-xl wrap-anywhere"
            translate={shown.name ? 'no' : undefined}
          >
            {shown.name || deleted}
          </h1>
          <StatusChip kind={shown.matchResult} />
          {shown.state !== 'todo' && <ReviewChip state={shown.state} />}
          {desk.environment === 'sandbox' && <SandboxChip />}
        </div>
        <Source shown={shown} item={item} />
      </div>
      <Position desk={desk} />
    </div>
  )
}

/** After a decision and after J or K the focus moves to the new name, where a screen reader continues. */
function useHeadingFocus(desk: Desk, id: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useOnChange(id, () => {
    heading.current?.closest('section')?.scrollTo({ top: 0 })
    if (desk.focusHeading.current) heading.current?.focus({ preventScroll: true })
    desk.focusHeading.current = false
  })
  return heading
}

function Source({ shown, item }: Pick<ItemHeadProps, 'shown' | 'item'>) {
  const t = useTranslations('review')
  const checked = item?.timeline.findLast((event) => event.kind === 'checked')?.at ?? shown.createdAt
  const values = {
    source: shown.source,
    name: () => <span translate="no">{shown.requestedBy.name}</span>,
    file: () => <span translate="no">{item?.upload?.fileName}</span>,
    row: item?.upload?.row ?? 0,
    time: () => <Time key="time" value={checked} />,
  }
  return (
    <p className="mt-0.5 text-sm text-fg-muted">
      {t.rich(item?.upload ? (item.upload.row ? 'source.row' : 'source.file') : 'source.single', values)}
      {item?.upload?.payments && (
        <>
          {' '}
          <Link href={pages.paymentRun(item.upload.id)}>{t('source.payments')}</Link>
        </>
      )}
    </p>
  )
}

function Position({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const format = useFormatter()
  const locale = useLocale()
  const at = desk.items.findIndex((each) => each.id === desk.currentId)
  const all = countText(Math.max(desk.total, at + 1), locale)
  return (
    <div className="num ml-auto flex flex-none items-center gap-1.5 text-sm text-fg-muted">
      {at >= 0 && t('position', { at: format.number(at + 1), all })}
      <IconButton
        size="sm"
        variant="default"
        label={t('keys.previous')}
        icon="chevron-up"
        onClick={() => desk.step(-1)}
      />
      <IconButton
        size="sm"
        variant="default"
        label={t('keys.next')}
        icon="chevron-down"
        onClick={() => desk.step(1)}
      />
    </div>
  )
}

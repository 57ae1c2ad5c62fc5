'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon, type IconName } from '@/components/ui/icons/icon'
import { isInFlight } from '@/components/uploads/state'
import type { BulkProgress, BulkStatus } from '@/lib/uploads/view'

const ICONS: Record<BulkStatus, IconName> = {
  waiting: 'circle-dashed',
  sending: 'loader-circle',
  accepted: 'loader-circle',
  processing: 'loader-circle',
  completed: 'circle-check',
  rejected: 'ban',
  unknown: 'circle-question-mark',
  stopped: 'square',
}

/** The batches of an upload with their progress; a long list scrolls to the first unfinished one. */
export function Batches({ bulks }: { bulks: BulkProgress[] }) {
  const t = useTranslations('bulk.batches')
  const list = useRef<HTMLOListElement>(null)
  const current = bulks.findIndex((bulk) => bulk.status !== 'completed')
  useEffect(() => {
    const line = list.current?.children[Math.max(current, 0)]
    if (!list.current || !(line instanceof HTMLElement)) return
    list.current.scrollTop = line.offsetTop - list.current.offsetTop
  }, [current])
  return (
    <>
      <h2 id="up-batches" className="text-sm leading-5 font-[550]">
        {t('title')}
      </h2>
      <ol
        ref={list}
        aria-labelledby="up-batches"
        className="mt-2 -mr-2 grid max-h-[112px] gap-3 overflow-y-auto pr-2 text-sm leading-4"
        // a scroll container must be focusable (WCAG 2.1.1)
        tabIndex={bulks.length > 4 ? 0 : undefined}
      >
        {bulks.map((bulk) => (
          <Batch key={bulk.number} bulk={bulk} />
        ))}
      </ol>
    </>
  )
}

function Batch({ bulk }: { bulk: BulkProgress }) {
  const t = useTranslations('bulk.batches')
  const moving = isInFlight(bulk)
  return (
    <li>
      <div className="flex items-center gap-2">
        <Icon name={ICONS[bulk.status]} className={cx('size-3.5 flex-none', moving && 'spin')} />
        <span>
          {t('batch', { n: bulk.number })}
          <span className="sr-only">, {t(`status.${bulk.status}`)},</span>
        </span>{' '}
        <span className="num ml-auto text-fg-muted">
          {t('of', { answered: bulk.answered, size: bulk.size })}
        </span>
      </div>
      <div className="meter mt-1.5" aria-hidden="true">
        <i
          className={cx(
            'transition-[width] duration-600 ease-linear',
            moving ? 'bg-running-solid' : 'bg-fg-subtle',
          )}
          style={{ width: `${(bulk.answered / Math.max(bulk.size, 1)) * 100}%` }}
        />
      </div>
    </li>
  )
}

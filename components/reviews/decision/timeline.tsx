'use client'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import { Icon, type IconName } from '@/components/ui/icons/icon'

const ICONS = {
  checked: 'scan-search',
  answered: 'landmark',
  added: 'inbox',
  claimed: 'lock-open',
  taken_over: 'hand',
  note: 'sticky-note',
  document: 'paperclip',
  approve: 'check-check',
  reject: 'x',
  escalate: 'arrow-up-from-line',
  undo: 'corner-up-left',
  reopen: 'rotate-ccw',
} satisfies Record<string, IconName>

export type TimelineLine = {
  id: string
  kind: keyof typeof ICONS
  at: string
  text: ReactNode
  detail?: ReactNode
}

/** The events, newest first. */
export function Timeline({ events }: { events: TimelineLine[] }) {
  const t = useTranslations('history')
  const heading = useId()
  return (
    <>
      <h2 id={heading} className="mb-2.5 text-sm leading-5 font-[550]">
        {t('timeline')}
      </h2>
      <ol aria-labelledby={heading} className="text-sm [&_b]:font-medium">
        {events.map((event) => (
          <li
            key={event.id}
            className="relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2.5 pb-3.5 wrap-anywhere before:absolute before:top-5 before:bottom-0 before:left-2.5 before:w-px before:bg-border-strong last:before:hidden"
          >
            <span className="grid size-5 place-items-center rounded-full border border-border-strong bg-surface text-fg-muted">
              <Icon name={ICONS[event.kind]} className="size-3 stroke-[2.3]" />
            </span>
            <div>
              {event.text}
              {event.detail && <span className="block text-fg-muted">{event.detail}</span>}
              <Time value={event.at} form="clock" className="num block text-fg-subtle" />
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

'use client'
import {
  ArrowUpFromLine,
  CheckCheck,
  CornerUpLeft,
  Hand,
  Inbox,
  Landmark,
  LockOpen,
  type LucideIcon,
  Paperclip,
  RotateCcw,
  ScanSearch,
  StickyNote,
  X,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useNow, useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'

const ICONS = {
  checked: ScanSearch,
  answered: Landmark,
  added: Inbox,
  claimed: LockOpen,
  taken_over: Hand,
  note: StickyNote,
  document: Paperclip,
  approve: CheckCheck,
  reject: X,
  escalate: ArrowUpFromLine,
  undo: CornerUpLeft,
  reopen: RotateCcw,
} satisfies Record<string, LucideIcon>

export type TimelineLine = {
  id: string
  kind: keyof typeof ICONS
  at: string
  text: ReactNode
  /** A reason, a note, a duration. */
  detail?: ReactNode
}

/** What happened, newest first. */
export function Timeline({ events }: { events: TimelineLine[] }) {
  const t = useTranslations('history')
  const heading = useId()
  return (
    <>
      <h2 id={heading} className="mb-2.5 text-sm leading-5 font-[550]">
        {t('timeline')}
      </h2>
      <ol aria-labelledby={heading} className="timeline">
        {events.map((event) => {
          const Icon = ICONS[event.kind]
          return (
            <li key={event.id}>
              <span className="timeline-dot">
                <Icon aria-hidden="true" />
              </span>
              <div>
                {event.text}
                {event.detail && <span className="block text-fg-muted">{event.detail}</span>}
                <Moment at={event.at} />
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** With seconds today, with the date before. */
function Moment({ at }: { at: string }) {
  const now = useNow()
  const recent = now.getTime() - Date.parse(at) < 12 * 60 * 60_000
  return <Time value={at} form={recent ? 'clock' : 'list'} className="num block text-fg-subtle" />
}

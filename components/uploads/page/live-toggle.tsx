'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { useServerNow } from '@/components/ui/use-server-now'

type LiveToggleProps = {
  /** The time of the numbers on screen. */
  updatedAt: string
  live: boolean
  fresh: number
  onToggle: () => void
}

/** "Live, updated 2 s ago"; a press freezes the page, another resumes updates. */
export function LiveToggle({ updatedAt, live, fresh, onToggle }: LiveToggleProps) {
  const t = useTranslations('bulk')
  const now = useServerNow(1_000)
  useShortcut('l', onToggle, { label: t('act.keys.live') })
  const seconds = Math.max(Math.round((now - Date.parse(updatedAt)) / 1000), 0)
  const age =
    seconds < 60 ? t('rows.seconds', { n: seconds }) : t('rows.minutes', { n: Math.floor(seconds / 60) })
  const still = fresh > 0 ? t('rows.paused', { n: fresh }) : t('rows.pausedPlain')
  return (
    <button
      type="button"
      className="num inline-flex min-h-7 items-center gap-2 text-sm leading-5 text-fg-muted"
      aria-pressed={live}
      onClick={onToggle}
      suppressHydrationWarning
    >
      <span
        aria-hidden="true"
        className={cx(
          'size-2 rounded-full forced-color-adjust-none',
          live ? 'bg-running-solid motion-safe:animate-live' : 'bg-border-control',
        )}
      />
      {live ? t('rows.live', { age }) : still}
    </button>
  )
}

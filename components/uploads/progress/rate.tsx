'use client'
import { useTranslations } from 'use-intl'
import { useServerNow } from '@/components/ui/use-server-now'
import { ratePerMinute, recentRates } from './eta'
import type { Pace } from './use-samples'

const WIDTH = 120
const HEIGHT = 34

/** Rows per minute, with the last eight minutes as a sparkline. */
export function Rate({ pace }: { pace: Pace }) {
  const t = useTranslations('bulk.rate')
  const now = useServerNow(2_000)
  const rate = ratePerMinute(pace.samples, now)
  if (!rate) return null
  const parts = recentRates(pace.samples, now)
  const most = Math.max(...parts)
  const line = parts
    .map((rows, i) => {
      const x = (i / (parts.length - 1)) * WIDTH
      const y = HEIGHT - 1 - (rows / Math.max(most, 1)) * (HEIGHT - 8)
      return `${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join(' L')
  return (
    <div className="flex items-end gap-3 pt-3.5 text-sm leading-5 text-fg-muted" suppressHydrationWarning>
      <div>
        <b
          className="num block text-md leading-5 font-semibold whitespace-nowrap text-fg"
          suppressHydrationWarning
        >
          {t('rows', { rows: rate.rows })}
        </b>
        {t(rate.whole ? 'last' : 'so_far')}
      </div>
      <svg
        className="h-8 min-w-0 flex-1"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart', { most: Math.round(most) })}
        suppressHydrationWarning
      >
        <path
          d={`M0 ${HEIGHT} L${line} L${WIDTH} ${HEIGHT} Z`}
          fill="var(--running-soft)"
          suppressHydrationWarning
        />
        <path
          d={`M${line}`}
          fill="none"
          stroke="var(--running-solid)"
          strokeWidth="1.6"
          vectorEffect="non-scaling-stroke"
          suppressHydrationWarning
        />
      </svg>
    </div>
  )
}

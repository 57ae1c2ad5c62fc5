import { useFormatter, useTranslations } from 'use-intl'
import { Swatch } from '@/components/outcome/segmented-progress'
import { cx } from '@/components/ui/cx'
import { barTop } from './bar-top'

/** `name` is the accessible name, `short` the label below the bar. */
export type Bar = { key: string; name: string; short: string; parts: { kind: string; count: number }[] }
type DayBarsProps = {
  /** A text alternative. The page has the same numbers in a table. */
  label: string
  bars: Bar[]
  legend: { label: string; kinds: { kind: string; word: string }[] }
}

/** With more bars there is no space for a number and a date on each. */
const ROOMY = 16
const totalOf = ({ parts }: Bar) => parts.reduce((sum, { count }) => sum + count, 0)

/** Stacked bars over time. An outlier is truncated and marked, because otherwise the other bars would be too small. */
export function DayBars({ label, bars, legend }: DayBarsProps) {
  const t = useTranslations('outcome')
  const top = barTop(bars.map(totalOf))
  const dense = bars.length > ROOMY
  const every = dense ? Math.ceil(bars.length / 5) : 1
  return (
    <>
      <div
        role="img"
        aria-label={label}
        className={cx('grid auto-cols-fr grid-flow-col', dense ? 'h-[180px] gap-0.5' : 'h-[240px] gap-2')}
      >
        {bars.map((bar, at) => (
          <One
            key={bar.key}
            bar={bar}
            top={top}
            dense={dense}
            dated={at % every === 0 && (!dense || at <= bars.length - every / 2)}
          />
        ))}
      </div>
      <ul
        className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-sm leading-5 text-fg-muted"
        aria-label={legend.label}
      >
        {legend.kinds.map(({ kind, word }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <Swatch kind={kind} className="h-2.5 w-4" /> {word}
          </li>
        ))}
        {bars.some((bar) => totalOf(bar) > top) && <li className="flex items-center">{t('cutBars')}</li>}
      </ul>
    </>
  )
}

/** A truncated bar: a gap near its end, and a jagged top. */
const TORN =
  'linear-gradient(#000 0 0) 0 16px / 100% 100% no-repeat, linear-gradient(#000 0 0) 0 0 / 100% 12px no-repeat'

type OneProps = { bar: Bar; top: number; dense: boolean; dated: boolean }

function One({ bar, top, dense, dated }: OneProps) {
  const format = useFormatter()
  const total = totalOf(bar)
  const cut = total > top
  const short = format.number(total, total < 10_000 ? {} : { notation: 'compact' })
  return (
    <div
      title={`${bar.name}: ${format.number(total)}`}
      className="flex min-w-0 flex-col justify-end gap-1 text-center text-xs text-fg-muted"
    >
      <span className={cx('num', dense && 'self-center')}>{total > 0 && (!dense || cut) && short}</span>
      <div
        className="flex min-h-0 flex-col-reverse overflow-hidden rounded-xs not-empty:min-h-1"
        style={{
          height: `calc((100% - 3rem) * ${Math.min(total / top, 1)})`,
          mask: cut ? TORN : undefined,
        }}
      >
        {bar.parts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <i
              key={kind}
              data-kind={kind}
              className="texture block min-h-0.5 flex-1"
              style={{ flexGrow: count }}
            />
          ))}
      </div>
      <small
        className={cx(
          'border-t border-border-strong pt-0.5 text-xs whitespace-nowrap',
          dense && 'min-h-6 text-left',
        )}
      >
        {dated && bar.short}
      </small>
    </div>
  )
}

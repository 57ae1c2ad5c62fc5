import { useFormatter, useTranslations } from 'use-intl'
import { Swatch } from '@/components/outcome/segmented-progress'
import { cx } from '@/components/ui/cx'
import { barTop } from './bar-top'
import './day-bars.css'

/** `name` is read with the number, `short` stands below the bar. */
export type Bar = { key: string; name: string; short: string; parts: { kind: string; count: number }[] }
type DayBarsProps = {
  /** What the picture shows, as a text. The page has the same numbers in a table. */
  label: string
  bars: Bar[]
  legend: { label: string; kinds: { kind: string; word: string }[] }
}

/** More bars than this have no room for a number and a date each. */
const ROOMY = 16
const totalOf = ({ parts }: Bar) => parts.reduce((sum, { count }) => sum + count, 0)

/** Stacked bars over time. A bar far above the usual one is cut and says so, or the others could not be seen. */
export function DayBars({ label, bars, legend }: DayBarsProps) {
  const t = useTranslations('outcome')
  const top = barTop(bars.map(totalOf))
  const dense = bars.length > ROOMY
  const every = dense ? Math.ceil(bars.length / 5) : 1
  return (
    <>
      <div role="img" aria-label={label} className={cx('day-bars', dense && 'day-bars-dense')}>
        {bars.map((bar, at) => (
          <One
            key={bar.key}
            bar={bar}
            top={top}
            numbered={!dense}
            dated={at % every === 0 && (!dense || at <= bars.length - every / 2)}
          />
        ))}
      </div>
      <ul className="day-legend" aria-label={legend.label}>
        {legend.kinds.map(({ kind, word }) => (
          <li key={kind}>
            <Swatch kind={kind} className="h-2.5 w-4" /> {word}
          </li>
        ))}
        {bars.some((bar) => totalOf(bar) > top) && <li>{t('cutBars')}</li>}
      </ul>
    </>
  )
}

type OneProps = { bar: Bar; top: number; numbered: boolean; dated: boolean }

function One({ bar, top, numbered, dated }: OneProps) {
  const format = useFormatter()
  const total = totalOf(bar)
  const cut = total > top
  const short = format.number(total, total < 10_000 ? {} : { notation: 'compact' })
  return (
    <div title={`${bar.name}: ${format.number(total)}`}>
      <span className="num">{total > 0 && (numbered || cut) && short}</span>
      <div
        className={cx(cut && 'day-bar-cut')}
        style={{ height: `calc((100% - 3rem) * ${Math.min(total / top, 1)})` }}
      >
        {bar.parts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <i key={kind} data-kind={kind} className="texture" style={{ flexGrow: count }} />
          ))}
      </div>
      <small>{dated && bar.short}</small>
    </div>
  )
}

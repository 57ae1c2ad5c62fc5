import { cx } from '@/components/ui/cx'
import type { OutcomeKind } from './kinds'

type SegmentedProgressProps = {
  segments: { kind: OutcomeKind; count: number }[]
  total: number
  /** Rows with a result. */
  answered: number
  /** "Bulk progress" */
  label: string
  /** "62 percent, 2,914 of 4,700 rows answered, about 5 minutes left" */
  valueText: string
  small?: boolean
  className?: string
}

/** One bar for all outcomes, by colour and texture, with the numbers beside it. Missing results are the empty track. */
export function SegmentedProgress({
  segments,
  total,
  answered,
  label,
  valueText,
  small,
  className,
}: SegmentedProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={answered}
      aria-valuetext={valueText}
      className={cx('segments', small && 'segments-sm', className)}
    >
      {segments
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => (
          <i
            key={kind}
            data-kind={kind}
            className="texture"
            style={{ width: `${(count / Math.max(total, 1)) * 100}%` }}
          />
        ))}
    </div>
  )
}

/** A swatch of an outcome's texture, for tiles and legends. */
export function Swatch({ kind, className }: { kind: string; className: string }) {
  return <i aria-hidden="true" data-kind={kind} className={cx('texture block', className)} />
}

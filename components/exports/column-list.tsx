import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { announce } from '@/components/ui/messages/live-text'
import { withColumn, withMoved } from '@/lib/history/layout'

type ColumnListProps<C extends string, L extends { columns: C[] }> = {
  /** All columns there are. */
  all: readonly C[]
  /** It can't be hidden. */
  fixed: C
  layout: L
  labelOf: (column: C) => string
  onChange: (layout: L) => void
}

/** Columns to show or hide, and their order. */
export function ColumnList<C extends string, L extends { columns: C[] }>(props: ColumnListProps<C, L>) {
  const t = useTranslations('exports.columns')
  const { all, layout } = props
  const hidden = all.filter((column) => !layout.columns.includes(column))
  return (
    <ul aria-label={t('label')}>
      {[...layout.columns, ...hidden].map((column) => (
        <Line key={column} column={column} {...props} />
      ))}
    </ul>
  )
}

function Line<C extends string, L extends { columns: C[] }>({
  column,
  fixed,
  layout,
  labelOf,
  onChange,
}: ColumnListProps<C, L> & { column: C }) {
  const t = useTranslations('exports.columns')
  const label = labelOf(column)
  const at = layout.columns.indexOf(column)
  const move = (by: -1 | 1) => {
    const next = withMoved<C, L>(layout, column, by)
    onChange(next)
    announce(t('moved', { column: label, place: next.columns.indexOf(column) + 1, of: next.columns.length }))
  }
  return (
    <li className="flex min-h-7 items-center gap-0.5 pointer-coarse:min-h-11">
      <Checkbox
        className="flex-1"
        label={label}
        checked={at >= 0}
        disabled={column === fixed}
        onChange={({ target }) => onChange(withColumn<C, L>(layout, column, target.checked))}
      />
      {at >= 0 && (
        <>
          <IconButton
            size="sm"
            icon="arrow-left"
            label={t('left', { column: label })}
            aria-disabled={at === 0 || undefined}
            onClick={() => move(-1)}
          />
          <IconButton
            size="sm"
            icon="arrow-right"
            label={t('right', { column: label })}
            aria-disabled={at === layout.columns.length - 1 || undefined}
            onClick={() => move(1)}
          />
        </>
      )}
    </li>
  )
}

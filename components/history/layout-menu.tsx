'use client'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { announce } from '@/components/ui/live-text'
import { Popover } from '@/components/ui/popover'
import { Segmented } from '@/components/ui/segmented'
import {
  COLUMNS,
  type Column,
  DEFAULT_LAYOUT,
  DENSITIES,
  type HistoryLayout,
  withColumn,
  withMoved,
} from '@/lib/history/layout'

type LayoutMenuProps = { layout: HistoryLayout; onChange: (layout: HistoryLayout) => void }

/** Columns, their order, and the row height. */
export function LayoutMenu({ layout, onChange }: LayoutMenuProps) {
  const t = useTranslations('history.layout')
  const hidden = COLUMNS.filter((column) => !layout.columns.includes(column))
  const trigger = (
    <Button size="sm" icon="columns-3" compact>
      {t('button')}
    </Button>
  )
  return (
    <Popover trigger={trigger} label={t('label')} align="end">
      <div className="grid w-[17rem] gap-3">
        <Segmented
          label={t('density')}
          value={layout.density}
          onChange={(density) => onChange({ ...layout, density })}
          options={DENSITIES.map((value) => ({ value, label: t(value) }))}
        />
        <ul aria-label={t('columns')}>
          {[...layout.columns, ...hidden].map((column) => (
            <Line key={column} column={column} layout={layout} onChange={onChange} />
          ))}
        </ul>
        <Button size="sm" variant="ghost" onClick={() => onChange(DEFAULT_LAYOUT)}>
          {t('reset')}
        </Button>
      </div>
    </Popover>
  )
}

function Line({ column, layout, onChange }: LayoutMenuProps & { column: Column }) {
  const t = useTranslations('history.layout')
  const label = useTranslations('history.column')(column)
  const at = layout.columns.indexOf(column)
  const move = (by: -1 | 1) => {
    const next = withMoved(layout, column, by)
    onChange(next)
    announce(t('moved', { column: label, place: next.columns.indexOf(column) + 1, of: next.columns.length }))
  }
  return (
    <li className="flex items-center gap-0.5">
      <Checkbox
        className="flex-1"
        label={label}
        checked={at >= 0}
        disabled={column === 'name'}
        onChange={({ target }) => onChange(withColumn(layout, column, target.checked))}
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

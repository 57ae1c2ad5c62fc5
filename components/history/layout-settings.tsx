'use client'
import { useTranslations } from 'use-intl'
import { ColumnList } from '@/components/exports/column-list'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/fields/segmented'
import { COLUMNS, DEFAULT_LAYOUT, DENSITIES, type HistoryLayout } from '@/lib/history/layout'

export type LayoutProps = { layout: HistoryLayout; onChange: (layout: HistoryLayout) => void }

/** Columns, their order, and the row height. */
export function LayoutSettings({ layout, onChange }: LayoutProps) {
  const t = useTranslations('history.layout')
  const label = useTranslations('history.column')
  return (
    <div className="grid w-[17rem] gap-3">
      <Segmented
        label={t('density')}
        value={layout.density}
        onChange={(density) => onChange({ ...layout, density })}
        options={DENSITIES.map((value) => ({ value, label: t(value) }))}
      />
      <ColumnList all={COLUMNS} fixed="name" layout={layout} labelOf={label} onChange={onChange} />
      <Button size="sm" variant="ghost" onClick={() => onChange(DEFAULT_LAYOUT)}>
        {t('reset')}
      </Button>
    </div>
  )
}

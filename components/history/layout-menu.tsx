'use client'
import { useTranslations } from 'use-intl'
import { ColumnList } from '@/components/exports/column-list'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { Segmented } from '@/components/ui/segmented'
import { COLUMNS, DEFAULT_LAYOUT, DENSITIES, type HistoryLayout } from '@/lib/history/layout'

type LayoutMenuProps = { layout: HistoryLayout; onChange: (layout: HistoryLayout) => void }

/** Columns, their order, and the row height. */
export function LayoutMenu({ layout, onChange }: LayoutMenuProps) {
  const t = useTranslations('history.layout')
  const label = useTranslations('history.column')
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
        <ColumnList all={COLUMNS} fixed="name" layout={layout} labelOf={label} onChange={onChange} />
        <Button size="sm" variant="ghost" onClick={() => onChange(DEFAULT_LAYOUT)}>
          {t('reset')}
        </Button>
      </div>
    </Popover>
  )
}

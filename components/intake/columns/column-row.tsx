'use client'
import { useTranslations } from 'use-intl'
import { usePercent } from '@/components/ui/format'
import { Icon } from '@/components/ui/icon'
import { Select } from '@/components/ui/input'
import { Cell, RowHeader } from '@/components/ui/table'
import type { ColumnView } from '../protocol'
import { type ColumnMeaning, MEANINGS } from './meanings'

export const columnId = (index: number) => `intake-column-${index}`

type ColumnRowProps = {
  column: ColumnView
  meaning: ColumnMeaning
  /** The program found this meaning by itself. */
  suggested: boolean
  onChange: (meaning: ColumnMeaning) => void
}

/** One column of the file and what it means. */
export function ColumnRow({ column, meaning, suggested, onChange }: ColumnRowProps) {
  const t = useTranslations('intake')
  const { index, header, samples } = column
  const name = header || t('column.unnamed', { n: index + 1 })
  return (
    <tr>
      <RowHeader className="cell-words" translate={header ? 'no' : undefined}>
        {name}
      </RowHeader>
      <Cell quiet className="columns-samples">
        {samples.join(' · ')}
      </Cell>
      <Cell>
        <Select
          id={columnId(index)}
          scale="sm"
          aria-label={t('columns.meaningOf', { name })}
          value={meaning}
          onChange={(event) => onChange(event.target.value as ColumnMeaning)}
          options={MEANINGS.map((value) => ({ value, label: t(`meaning.${value}`) }))}
        />
      </Cell>
      <Cell quiet>
        <Status column={column} meaning={meaning} suggested={suggested} />
      </Cell>
    </tr>
  )
}

function Status({ column, meaning, suggested }: Omit<ColumnRowProps, 'onChange'>) {
  const t = useTranslations('intake')
  const percent = usePercent()
  if (meaning === 'iban' && column.validIbans === 1) {
    return (
      <span className="columns-good">
        <Icon name="check" />
        {t('columns.allValid')}
      </span>
    )
  }
  if (meaning === 'iban') return t('columns.valid', { share: percent(column.validIbans) })
  return meaning !== 'unused' && suggested ? t('columns.suggested') : null
}

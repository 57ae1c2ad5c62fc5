'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Select } from '@/components/ui/fields/input'
import { usePercent } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { Cell, RowHeader } from '@/components/ui/table'
import type { ColumnView } from '../protocol'
import type { ColumnMeaning } from './meanings'

export const columnId = (index: number) => `intake-column-${index}`

type ColumnRowProps = {
  column: ColumnView
  meaning: ColumnMeaning
  /** The program guessed this meaning. */
  suggested: boolean
  meanings: readonly ColumnMeaning[]
  onChange: (meaning: ColumnMeaning) => void
}

/** On a small screen a column of the file is a card, and each cell a line in it. */
const LINE = 'max-md:block max-md:h-auto max-md:border-0 max-md:px-0'
const CELL = `${LINE} max-md:max-w-none max-md:py-0.5 max-md:empty:hidden`

export function ColumnRow({ column, meaning, suggested, meanings, onChange }: ColumnRowProps) {
  const t = useTranslations('intake')
  const { index, header, samples } = column
  const name = header || t('column.unnamed', { n: index + 1 })
  return (
    <tr className="max-md:block max-md:border-b max-md:border-border max-md:py-3">
      <RowHeader className={cx('cell-words', LINE)} translate={header ? 'no' : undefined}>
        {name}
      </RowHeader>
      <Cell quiet className={cx('max-w-[360px] truncate', CELL)}>
        {samples.join(' · ')}
      </Cell>
      <Cell className={CELL}>
        <Select
          id={columnId(index)}
          scale="sm"
          className="min-w-[190px]"
          aria-label={t('columns.meaningOf', { name })}
          value={meaning}
          onChange={(event) => onChange(event.target.value as ColumnMeaning)}
          options={meanings.map((value) => ({ value, label: t(`meaning.${value}`) }))}
        />
      </Cell>
      <Cell quiet className={CELL}>
        <Status column={column} meaning={meaning} suggested={suggested} />
      </Cell>
    </tr>
  )
}

function Status({ column, meaning, suggested }: Omit<ColumnRowProps, 'onChange' | 'meanings'>) {
  const t = useTranslations('intake')
  const percent = usePercent()
  if (meaning === 'iban' && column.validIbans === 1) {
    return (
      <span className="inline-flex items-center gap-1.5">
        <Icon name="check" className="size-3.5" />
        {t('columns.allValid')}
      </span>
    )
  }
  if (meaning === 'iban') return t('columns.valid', { share: percent(column.validIbans) })
  return meaning !== 'unused' && suggested ? t('columns.suggested') : null
}

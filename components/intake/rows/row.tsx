'use client'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Num } from '@/components/ui/format'
import { Cell } from '@/components/ui/table'
import { isRepeat, type RowView } from '../protocol'
import { type CellActions, RowCell, Warning } from './row-cell'

type Place = { 'aria-rowindex': number; 'data-index': number; ref: Ref<HTMLTableRowElement> }
type RowProps = CellActions & {
  row: RowView
  place: Place
  onSkip: (rows: number[], on: boolean) => void
}

/** One row: its values, problems and warnings below their cell, and a button to skip it. */
export function IntakeRow({ row, place, onSkip, ...actions }: RowProps) {
  const t = useTranslations('intake')
  const { number, warnings, duplicateOf, skipped, bank } = row
  const about = (field: 'iban' | 'name') =>
    warnings.filter((warning) => warning.startsWith('iban') === (field === 'iban'))
  return (
    <tr {...place} data-skipped={skipped || undefined}>
      <Cell numeric quiet data-column="number">
        <Num value={number} />
      </Cell>
      <th scope="row" className="row-name" data-label={t('meaning.name')}>
        <RowCell row={row} field="name" {...actions}>
          {about('name').map((warning) => (
            <RowWarning key={warning} warning={warning} />
          ))}
        </RowCell>
      </th>
      <Cell className="row-iban" data-label={t('meaning.iban')}>
        <RowCell row={row} field="iban" {...actions}>
          {about('iban').map((warning) => (
            <RowWarning key={warning} warning={warning} />
          ))}
          {duplicateOf !== null && (
            <Warning repeat="same_pair">{t('rows.sameAs', { n: duplicateOf })}</Warning>
          )}
        </RowCell>
      </Cell>
      <Cell quiet data-column="bank" className="row-bank">
        {bank}
      </Cell>
      <Cell data-column="action">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2 aria-pressed:bg-surface-3"
          aria-pressed={skipped}
          onClick={() => onSkip([number], !skipped)}
        >
          {t('rows.skip')} <span className="sr-only">{number}</span>
        </Button>
      </Cell>
    </tr>
  )
}

function RowWarning({ warning }: { warning: RowView['warnings'][number] }) {
  const t = useTranslations('intake.warning')
  return <Warning repeat={isRepeat(warning) ? warning : undefined}>{t(warning)}</Warning>
}

/** A row that is still loading from the worker. */
export function WaitingRow({ place, columns }: { place: Place; columns: number }) {
  return (
    <tr {...place}>
      <td colSpan={columns}>
        <div aria-hidden="true" className="skeleton h-3.5 w-2/3" />
      </td>
    </tr>
  )
}

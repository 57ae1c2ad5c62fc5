'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { RowSpace } from '@/components/page/row-window'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'
import type { Summary } from '../protocol'
import type { Intake } from '../use-intake'
import { IntakeRow, WaitingRow } from './row'
import { useNextError } from './use-next-error'
import { useRowWindow } from './use-row-window'

const COLUMNS = ['number', 'name', 'iban', 'bank', 'action'] as const
const ROW_HEIGHT = 44
const ROW_WITH_MESSAGE = 62

type RowsTableProps = { intake: Intake; summary: Summary }

/** The rows of one filter. Only visible rows are rendered, and requested from the worker on demand. */
export function IntakeRowsTable({ intake, summary }: RowsTableProps) {
  const t = useTranslations('intake')
  const region = useRef<HTMLElement>(null)
  const { show, count } = summary.listing
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => region.current,
    estimateSize: () => (show === 'all' ? ROW_HEIGHT : ROW_WITH_MESSAGE),
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const rowAt = useRowWindow(intake, summary, first?.index ?? 0, last?.index ?? 0)
  const goNext = useNextError(intake, (index) => virtual.scrollToIndex(index, { align: 'center' }))
  if (count === 0) return <p className="intake-none">{t(`none.${show}`)}</p>
  const after = virtual.getTotalSize() - (last?.end ?? 0)
  return (
    <TableRegion ref={region} label={t('rows.region')} className="intake-grid">
      <Table caption={t('rows.region')} aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <HeadCell key={column} numeric={column === 'number'} data-column={column}>
                {t(column === 'name' || column === 'iban' ? `meaning.${column}` : `column.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          <RowSpace height={first?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rowAt(index)
            const place = { 'aria-rowindex': index + 2, 'data-index': index, ref: virtual.measureElement }
            return row ? (
              <IntakeRow
                key={row.number}
                row={row}
                place={place}
                onSkip={intake.skip}
                onEdit={intake.edit}
                onNext={goNext}
              />
            ) : (
              <WaitingRow key={index} place={place} columns={COLUMNS.length} />
            )
          })}
          <RowSpace height={after} />
        </tbody>
      </Table>
    </TableRegion>
  )
}

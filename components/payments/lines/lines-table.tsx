'use client'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { RowSpace, useTop } from '@/components/page/row-window'
import { cx } from '@/components/ui/cx'
import { useShortcut } from '@/components/ui/shortcut'
import { SkeletonRows } from '@/components/ui/skeleton'
import { EmptyRow, HeadCell, Table, TableRegion } from '@/components/ui/table'
import { toastReason } from '@/components/ui/toast'
import { useUploadRowKeys } from '@/components/uploads/rows/use-row-keys'
import type { LineView, RunView } from '@/lib/payments/view'
import { PaymentLineRow } from './line-row'
import type { ShownLines } from './use-lines'

/** The visibility and width of each column; fixed, so that new rows never move the others. */
const COLUMNS = {
  payee: 'max-md:pl-4',
  amount: 'w-40 max-md:hidden',
  due: 'w-32 max-lg:hidden',
  gate: 'w-[23%] max-lg:w-[34%] max-md:w-[46%] max-md:pr-4 print:w-[28%]',
  answers: 'w-56 whitespace-normal! max-lg:hidden print:table-cell print:w-48',
}
const LINE_HEIGHT = 56

/** A date of all lines is with the facts of the run. */
const hasDueDates = ({ dueDates }: RunView) => dueDates.length > 1
const columnsOf = (run: RunView) =>
  (Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][]).filter(
    ([column]) => column !== 'due' || hasDueDates(run),
  )
const UNKNOWN_SCREEN = { width: 0, height: 600 }
/** Lines below the screen to prefetch. */
const AHEAD = 60

/** The lines. Only visible ones are rendered; further pages are prefetched. */
export function LinesTable({ run, lines }: { run: RunView; lines: ShownLines }) {
  const t = useTranslations('payments')
  const { query, rows, selection } = lines
  const body = useRef<HTMLTableSectionElement>(null)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => LINE_HEIGHT,
    overscan: 12,
    initialRect: UNKNOWN_SCREEN,
    // a focused row must be above the sticky footer
    scrollPaddingEnd: 72,
    scrollMargin: useTop(body),
    // a new function would measure all lines again with every frame
    getItemKey: useCallback((index: number) => rows[index]?.number ?? index, [rows]),
  })
  useUploadRowKeys(rows.length, query.hasNextPage, (index) => virtual.scrollToIndex(index))
  useLineKeys(lines)
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  useAhead(lines, last?.index ?? 0)
  const margin = virtual.options.scrollMargin
  const columns = columnsOf(run).length + (selection.possible ? 3 : 2)
  return (
    <>
      {query.isError && (
        <LoadFailed retry={() => query.refetch()} className="mx-6 mb-3 max-md:mx-4">
          {t('lines.loadFailed')}
        </LoadFailed>
      )}
      <TableRegion id="pay-lines" label={t('lines.caption')} aria-busy={query.isFetching}>
        <Table
          caption={t('lines.caption')}
          aria-rowcount={lines.total + 1}
          className={cx('min-w-page max-lg:min-w-0', rows.length > 0 && 'table-fixed')}
        >
          <thead>
            <tr aria-rowindex={1}>
              {selection.possible && (
                <HeadCell className="w-12 max-md:hidden">
                  <span className="sr-only">{t('lines.select')}</span>
                </HeadCell>
              )}
              <HeadCell numeric className="w-18 max-md:hidden">
                {t('lines.number')}
              </HeadCell>
              {columnsOf(run).map(([column, look]) => (
                <HeadCell key={column} numeric={column === 'amount'} className={look}>
                  {t(`lines.${column}`)}
                </HeadCell>
              ))}
              <HeadCell className="w-14 max-md:hidden">
                <span className="sr-only">{t('lines.details')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody ref={body}>
            {query.isPending && <SkeletonRows columns={columns} label={t('lines.loading')} />}
            {query.isSuccess && rows.length === 0 && (
              <EmptyRow columns={columns}>{t(lines.filtered ? 'lines.noneFound' : 'lines.empty')}</EmptyRow>
            )}
            <RowSpace height={(first?.start ?? margin) - margin} />
            {items.map(({ index, key }) => {
              const line = rows[index]
              if (!line) return null
              return (
                <PaymentLineRow
                  key={key}
                  {...{ line, index }}
                  due={hasDueDates(run)}
                  selectable={selection.possible ? selection.canJoin(line) : null}
                  selected={selection.has(line.number)}
                  onSelect={selection.toggle}
                  open={lines.opened?.number === line.number}
                  onOpen={lines.show}
                  measure={virtual.measureElement}
                />
              )
            })}
            <RowSpace height={last ? virtual.getTotalSize() - (last.end - margin) : 0} />
          </tbody>
        </Table>
      </TableRegion>
      <div className="sticky bottom-0 flex gap-3 border-t border-border bg-surface px-6 py-2.5 text-sm leading-5 text-fg-muted max-md:static max-md:px-4">
        <span>{t('lines.inOrder')}</span>
        <span className="num ml-auto">{t('lines.count', { n: lines.total })}</span>
      </div>
    </>
  )
}

/** The line whose link has the focus. */
function focusedLine(rows: readonly LineView[]): LineView | undefined {
  const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]')
  return row ? rows[Number(row.dataset.row)] : undefined
}

/** X selects the focused line, D shows its details; Enter follows its link to the check. */
function useLineKeys({ rows, selection, show }: ShownLines) {
  const t = useTranslations('payments')
  const select = () => {
    const line = focusedLine(rows)
    if (!line) toastReason(t('why.no_line'))
    else if (!selection.toggle(line)) toastReason(t('why.not_selectable'))
  }
  useShortcut('x', select, { label: t('keys.select'), enabled: selection.possible })
  useShortcut(
    'd',
    () => {
      const line = focusedLine(rows)
      if (line) show(line.number)
      else toastReason(t('why.no_line'))
    },
    { label: t('keys.details') },
  )
}

function useAhead({ query, rows }: ShownLines, lastIndex: number) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const near = rows.length > 0 && lastIndex >= rows.length - AHEAD
  useEffect(() => {
    if (near && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [near, hasNextPage, isFetching, isError, fetchNextPage])
}

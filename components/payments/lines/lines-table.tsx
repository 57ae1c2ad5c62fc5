'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { PrintedRows, RowSpace, useWindowRows } from '@/components/page/row-window'
import { cx } from '@/components/ui/cx'
import { SkeletonRows } from '@/components/ui/messages/skeleton'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { EmptyRow, HeadCell, Table, TableRegion } from '@/components/ui/table'
import { useUploadRowKeys } from '@/components/uploads/rows/use-row-keys'
import type { LineView, RunView } from '@/lib/payments/view'
import { PaymentLineRow, UnreadLine } from './line-row'
import { USUAL_HEIGHT, useLineHeight } from './use-line-height'
import { pageOf } from './use-line-pages'
import type { ShownLines } from './use-lines'

/** The visibility and width of each column. Widths are fixed, so that new rows don't move the others. */
const COLUMNS = {
  payee: 'max-md:pl-4',
  amount: 'w-40 max-md:hidden',
  due: 'w-32 max-lg:hidden',
  gate: 'w-[23%] max-lg:w-[34%] max-md:w-[46%] max-md:pr-4 print:w-[28%]',
  answers: 'w-56 whitespace-normal! max-lg:hidden print:table-cell print:w-48',
}

/** A date that all lines share isn't repeated in a column: it is above the table, with the facts of the run. */
const hasDueDates = ({ dueDates }: RunView) => dueDates.length > 1
const columnsOf = (run: RunView) =>
  (Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][]).filter(
    ([column]) => column !== 'due' || hasDueDates(run),
  )
/** The cells of a line: its number, details and selection surround the columns. */
const cellClasses = (run: RunView, selectable: boolean) => [
  ...(selectable ? ['max-md:hidden'] : []),
  'max-md:hidden',
  ...columnsOf(run).map(([, className]) => className),
  'max-md:hidden',
]
/** Lines above and below the screen to read. */
const AHEAD = 60
/** Pages that a fast scroll passes in less time aren't read. */
const REST_MS = 50

/** The lines of a run. Only those on screen are rendered, and only those around them are read. */
export function LinesTable({ run, lines }: { run: RunView; lines: ShownLines }) {
  const t = useTranslations('payments')
  const { found, selection } = lines
  const body = useRef<HTMLTableSectionElement>(null)
  const height = useRef(USUAL_HEIGHT)
  const { virtual, items, first, last, above, below } = useWindowRows(body, {
    count: found.total,
    estimateSize: () => height.current,
    overscan: 4,
    useFlushSync: false, // scrolling and drawing the next lines are two short tasks instead of a long one
  })
  useLineHeight(body, height, virtual)
  useUploadRowKeys(found.total, false, (index) => virtual.scrollToIndex(index))
  useLineKeys(lines)
  useSight(found.see, first, last)
  const classes = cellClasses(run, selection.possible)
  return (
    <>
      {found.isFailed && (
        // wherever in the list its reader is
        <LoadFailed retry={found.retry} className="sticky top-2 z-5 mx-6 mb-3 max-md:mx-4">
          {t('lines.loadFailed')}
        </LoadFailed>
      )}
      <TableRegion id="pay-lines" label={t('lines.caption')} aria-busy={found.isReading}>
        <Table
          caption={t('lines.caption')}
          aria-rowcount={found.total + 1}
          className={cx('min-w-page max-lg:min-w-0', found.total > 0 && 'table-fixed')}
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
              {columnsOf(run).map(([column, className]) => (
                <HeadCell key={column} numeric={column === 'amount'} className={className}>
                  {t(`lines.${column}`)}
                </HeadCell>
              ))}
              <HeadCell className="w-14 max-md:hidden">
                <span className="sr-only">{t('lines.details')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody ref={body}>
            {found.isPending && <SkeletonRows columns={classes.length} label={t('lines.loading')} />}
            {found.isSuccess && found.total === 0 && (
              <EmptyRow columns={classes.length}>
                {t(lines.filtered ? 'lines.noneFound' : 'lines.empty')}
              </EmptyRow>
            )}
            <RowSpace height={above} />
            {items.map(({ index }) => {
              const line = found.lines.get(index)
              const measure = virtual.measureElement
              if (!line)
                return <UnreadLine key={-index} {...{ index, classes, measure }} height={height.current} />
              return (
                <PaymentLineRow
                  key={line.number}
                  {...{ line, index }}
                  due={hasDueDates(run)}
                  selectable={selection.possible ? selection.canJoin(line) : null}
                  selected={selection.has(line.number)}
                  onSelect={selection.toggle}
                  open={lines.opened?.number === line.number}
                  onOpen={lines.show}
                  measure={measure}
                />
              )
            })}
            <RowSpace height={below} />
          </tbody>
        </Table>
      </TableRegion>
      <div className="sticky bottom-0 flex gap-3 border-t border-border bg-surface px-6 py-2.5 text-sm leading-5 text-fg-muted max-md:static max-md:px-4 print:static">
        <span>{t('lines.inOrder')}</span>
        <PrintedRows first={first} last={last} total={found.total} />
        <span className="num ml-auto">{t('lines.count', { n: found.total })}</span>
      </div>
    </>
  )
}

/** X selects the focused line, D shows its details; Enter follows its link to the check. */
function useLineKeys({ found, selection, show }: ShownLines) {
  const t = useTranslations('payments')
  const focused = (): LineView | undefined => {
    const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]')
    return found.lines.get(Number(row?.dataset.row))
  }
  const select = () => {
    const line = focused()
    if (!line) toast(t('why.no_line'))
    else if (!selection.toggle(line)) toast(t('why.not_selectable'))
  }
  useShortcut('x', select, { label: t('keys.select'), enabled: selection.possible })
  useShortcut(
    'd',
    () => {
      const line = focused()
      if (line) show(line.number)
      else toast(t('why.no_line'))
    },
    { label: t('keys.details') },
  )
}

/** Reports which pages to load once they have been visible for a moment. */
function useSight(see: ShownLines['found']['see'], first: number, last: number) {
  const [from, to] = [pageOf(Math.max(first - AHEAD, 0)), pageOf(last + AHEAD)]
  useEffect(() => {
    const timer = setTimeout(() => see(from, to), REST_MS)
    return () => clearTimeout(timer)
  }, [see, from, to])
}

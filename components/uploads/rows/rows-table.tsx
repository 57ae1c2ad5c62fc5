'use client'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { PrintedRows, RowSpace, useWindowRows } from '@/components/page/row-window'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icons/icon'
import { SkeletonRows } from '@/components/ui/messages/skeleton'
import { EmptyRow, HeadCell, Table, TableRegion } from '@/components/ui/table'
import type { EnvironmentName } from '@/lib/http/paths'
import { UploadRow } from './row'
import { useUploadRowKeys } from './use-row-keys'
import type { Rows } from './use-rows'

/** The visibility and width of each column; fixed, so that new rows never move the others. */
const COLUMNS = {
  name: 'w-[16%] max-lg:w-auto max-md:whitespace-normal max-md:pl-4',
  // an IBAN on two lines takes less height than a sentence on five
  iban: 'w-[17.75rem] max-[90rem]:w-[11.5rem] max-md:hidden',
  bank: 'w-[14%] max-lg:hidden',
  result: 'w-[10.75rem] max-md:pr-4 max-md:text-right md:[&:lang(fr)]:w-[12.5rem]',
  detail: 'max-lg:hidden',
  review: 'w-[8.25rem] max-lg:hidden',
}
const ROW_HEIGHT = 40
/** Rows below the screen to prefetch. */
const AHEAD = 60

/** The rows. Only visible ones are rendered; further pages are prefetched. */
export function RowsTable({ rows, environment }: { rows: Rows; environment: EnvironmentName }) {
  const t = useTranslations('bulk')
  const { query, order, rows: shown } = rows
  const body = useRef<HTMLTableSectionElement>(null)
  const { virtual, items, first, last, above, below } = useWindowRows(body, {
    count: rows.rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // a new function would measure all rows again with every frame
    getItemKey: useCallback((index: number) => shown[index]?.row ?? index, [shown]),
  })
  useUploadRowKeys(rows.rows.length, query.hasNextPage, (index) => virtual.scrollToIndex(index))
  useAhead(rows, last)
  return (
    <>
      {query.isError && (
        <LoadFailed retry={() => query.refetch()} className="mx-6 mb-3 max-md:mx-4">
          {t('rows.loadFailed')}
        </LoadFailed>
      )}
      <TableRegion id="up-rows" label={t('rows.caption')} aria-busy={query.isFetching}>
        <Table
          caption={t('rows.caption')}
          aria-rowcount={rows.total + 1}
          className={cx('min-w-[60rem] max-lg:min-w-0', rows.rows.length > 0 && 'table-fixed')}
        >
          <thead>
            <tr aria-rowindex={1}>
              <HeadCell
                numeric
                className="w-24 max-md:hidden"
                aria-sort={order === 'row' ? 'ascending' : 'none'}
              >
                <button
                  type="button"
                  className="inline-flex min-h-6 items-center gap-1"
                  onClick={() => rows.setOrder(order === 'row' ? 'newest' : 'row')}
                >
                  {t('rows.row')}
                  {order === 'row' && <Icon name="arrow-down" className="size-3" />}
                </button>
              </HeadCell>
              {Object.entries(COLUMNS).map(([column, className]) => (
                <HeadCell key={column} className={className}>
                  {t(`rows.${column as keyof typeof COLUMNS}`)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {query.isPending && <SkeletonRows columns={7} label={t('rows.loading')} />}
            {query.isSuccess && rows.rows.length === 0 && (
              <EmptyRow columns={7}>{t(rows.filtered ? 'rows.noneFound' : 'rows.empty')}</EmptyRow>
            )}
            <RowSpace height={above} />
            {items.map(({ index, key }) => {
              const row = rows.rows[index]
              if (!row) return null
              return (
                <UploadRow
                  key={key}
                  {...{ row, index, environment }}
                  open={row.verificationId !== null && row.verificationId === rows.openId}
                  onOpen={rows.show}
                  measure={virtual.measureElement}
                />
              )
            })}
            <RowSpace height={below} />
          </tbody>
        </Table>
      </TableRegion>
      <div className="sticky bottom-0 flex gap-3 border-t border-border bg-surface px-6 py-2.5 text-sm leading-5 text-fg-muted max-md:static max-md:px-4 print:static">
        <span>{t(order === 'newest' ? 'rows.newest' : 'rows.byRow')}</span>
        <PrintedRows first={first} last={last} total={rows.total} />
        <span className="num ml-auto">{t('rows.count', { n: rows.total })}</span>
      </div>
    </>
  )
}

function useAhead({ query, rows }: Rows, lastIndex: number) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const near = rows.length > 0 && lastIndex >= rows.length - AHEAD
  useEffect(() => {
    if (near && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [near, hasNextPage, isFetching, isError, fetchNextPage])
}

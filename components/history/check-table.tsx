'use client'
import { useTranslations } from 'use-intl'
import { useWalkRows } from '@/components/page/walk-keys'
import { Button, ButtonLink } from '@/components/ui/button'
import { SkeletonRows } from '@/components/ui/messages/skeleton'
import { EmptyRow, HeadCell, Row, Table, TableRegion } from '@/components/ui/table'
import type { HistoryLayout } from '@/lib/history/layout'
import { pages } from '@/lib/http/paths'
import { CheckCell, COLUMN_BREAKPOINTS } from './check-cells'
import { isHistoryFiltered } from './url'
import type { History } from './use-history'

type CheckTableProps = { history: History; layout: HistoryLayout; mayCheck: boolean }

/** One page of checks. A click anywhere on a row opens its record; the name is the link. */
export function CheckTable({ history, layout, mayCheck }: CheckTableProps) {
  const t = useTranslations('history')
  useWalkRows({ next: t('keys.next'), previous: t('keys.previous') }, 'last')
  const { columns, density } = layout
  return (
    <TableRegion label={t('table')} data-density={density}>
      <Table caption={t('table')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell
                key={column}
                className={COLUMN_BREAKPOINTS[column]}
                aria-sort={column === 'checked' ? 'descending' : undefined}
              >
                {t(`column.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.page.isPending && <SkeletonRows columns={columns.length} rows={10} label={t('loading')} />}
          {history.page.isSuccess && history.items.length === 0 && (
            <NoRows history={history} columns={columns.length} mayCheck={mayCheck} />
          )}
          {history.items.map((item) => (
            <Row
              key={item.id}
              onOpen={() => history.open(item.id)}
              selected={item.id === history.filters.open}
            >
              {columns.map((column) => (
                <CheckCell key={column} column={column} item={item} history={history} />
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

type NoRowsProps = { history: History; columns: number; mayCheck: boolean }

function NoRows({ history, columns, mayCheck }: NoRowsProps) {
  const t = useTranslations('history')
  const filtered = isHistoryFiltered(history.filters, history.search.text)
  return (
    <EmptyRow columns={columns}>
      <p className="mb-4">{t(filtered ? 'noneFound' : 'none')}</p>
      {filtered && <Button onClick={history.clear}>{t('clearFilters')}</Button>}
      {!filtered && mayCheck && (
        <ButtonLink href={pages.check(history.environment)}>{t('newCheck')}</ButtonLink>
      )}
    </EmptyRow>
  )
}

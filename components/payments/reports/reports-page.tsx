'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { FirstPage } from '@/components/live/first-page'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Num, Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { Cell, HeadCell, Row, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { ReportList, ReportListItem } from '@/lib/payments/reports/view'
import { bankReportsQuery } from './queries'
import { ReportDrop } from './report-drop'

type ReportsPageProps = { first: FirstPage<ReportList>; mayLoad: boolean }

/** The reports of banks that a person may see, with and without their runs. */
export function ReportsPage({ first, mayLoad }: ReportsPageProps) {
  const t = useTranslations('reports')
  const payments = useTranslations('payments')
  const query = useInfiniteQuery({ ...bankReportsQuery(), ...first })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page
      breadcrumb={[{ label: payments('title'), href: pages.payments() }]}
      title={t('title')}
      meta={t('lead')}
    >
      {mayLoad && (
        <div className="max-w-form px-6 pt-4 max-md:px-4">
          <ReportDrop runId={null} />
        </div>
      )}
      {items.length === 0 ? (
        <Empty title={t('list.emptyTitle')}>{t('list.emptyText')}</Empty>
      ) : (
        <Reports items={items} />
      )}
      {query.hasNextPage && (
        <div className="p-4 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </Page>
  )
}

function Reports({ items }: { items: ReportListItem[] }) {
  const t = useTranslations('reports')
  return (
    <TableRegion label={t('title')} className="mt-4">
      <Table caption={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('list.file')}</HeadCell>
            <HeadCell>{t('list.about')}</HeadCell>
            <HeadCell>{t('list.run')}</HeadCell>
            <HeadCell numeric>{t('list.lines')}</HeadCell>
            <HeadCell numeric>{t('list.differs')}</HeadCell>
            <HeadCell>{t('list.received')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} href={pages.paymentReport(item.id)}>
              <RowHeader className="cell-words">
                <Link href={pages.paymentReport(item.id)} translate="no">
                  {item.fileName}
                </Link>
              </RowHeader>
              <Cell>{t(`about.${item.about}`)}</Cell>
              <Cell className="cell-words">
                {item.runId ? (
                  <Link href={pages.paymentRun(item.runId)} translate="no">
                    {item.runName ?? item.runId}
                  </Link>
                ) : (
                  <span className="text-fg-muted">{t('list.noRun')}</span>
                )}
              </Cell>
              <Cell numeric>
                <Num value={item.lines} />
              </Cell>
              <Cell numeric>
                <Num value={item.differs} />
              </Cell>
              <Cell>
                <Time value={item.receivedAt} />
                <span className="block text-xs text-fg-subtle" translate="no">
                  {item.receivedBy.name}
                </span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

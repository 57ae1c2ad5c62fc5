'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { FirstPage } from '@/components/live/list-query'
import { TimeAndPerson } from '@/components/page/file-cells'
import { MorePages } from '@/components/page/more-pages'
import { Page } from '@/components/page/page'
import { useWalkRows } from '@/components/page/walk-keys'
import { cx } from '@/components/ui/cx'
import { Num, Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { Empty } from '@/components/ui/messages/empty'
import { Cell, HeadCell, Row, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { ReportList, ReportListItem } from '@/lib/payments/reports/view'
import { bankReportsQuery } from './queries'
import { ReportDrop } from './report-drop'

type ReportsPageProps = { first: FirstPage<ReportList>; mayLoad: boolean }

/** The bank reports that a person may see, with and without a run. */
export function ReportsPage({ first, mayLoad }: ReportsPageProps) {
  const t = useTranslations('reports')
  const payments = useTranslations('payments')
  const query = useInfiniteQuery({ ...bankReportsQuery, ...first })
  const items = query.data.pages.flatMap((page) => page.items)
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
      <MorePages query={query}>{t('list.more')}</MorePages>
    </Page>
  )
}

function Reports({ items }: { items: ReportListItem[] }) {
  const t = useTranslations('reports')
  const keys = useTranslations('payments.keys')
  useWalkRows({ next: keys('next'), previous: keys('previous') })
  return (
    <TableRegion label={t('title')} className="mt-4">
      <Table caption={t('title')} className="max-md:table-fixed">
        <thead>
          <tr>
            <HeadCell>{t('list.file')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('list.about')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('list.run')}</HeadCell>
            <HeadCell numeric className="max-md:hidden">
              {t('list.lines')}
            </HeadCell>
            <HeadCell numeric className="max-md:w-32">
              {t('list.differs')}
            </HeadCell>
            <HeadCell className="max-md:hidden">{t('list.received')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ReportRow key={item.id} item={item} />
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

/** One report in the list. On a narrow screen, its details are below its file name. */
function ReportRow({ item }: { item: ReportListItem }) {
  const t = useTranslations('reports')
  const run = item.runId ? (
    <Link href={pages.paymentRun(item.runId)} translate="no">
      {item.runName ?? item.runId}
    </Link>
  ) : (
    <span className="text-fg-muted">{t('list.noRun')}</span>
  )
  return (
    <Row href={pages.paymentReport(item.id)}>
      <RowHeader className="min-w-40 py-1.5 whitespace-normal! wrap-anywhere max-md:min-w-0">
        <Link
          href={pages.paymentReport(item.id)}
          data-row
          translate="no"
          className="line-clamp-3 min-h-6 leading-6"
        >
          {item.fileName}
        </Link>
        <span className="flex flex-wrap gap-x-2 text-xs leading-6 font-normal text-fg-muted md:hidden">
          <span>{t(`about.${item.about}`)}</span>
          {run}
          <Time value={item.receivedAt} />
        </span>
      </RowHeader>
      <Cell className="max-md:hidden">{t(`about.${item.about}`)}</Cell>
      <Cell className="cell-words max-md:hidden">{run}</Cell>
      <Cell numeric className="max-md:hidden">
        <Num value={item.lines} />
      </Cell>
      <Cell numeric>
        <Num value={item.differs} className={cx('num', item.differs === 0 && 'text-fg-subtle')} />
      </Cell>
      <Cell className="py-1.5 max-md:hidden">
        <TimeAndPerson value={item.receivedAt} person={item.receivedBy} />
      </Cell>
    </Row>
  )
}

'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { FirstPage } from '@/components/live/list-query'
import { LoadFailed } from '@/components/page/load-failed'
import { MorePages } from '@/components/page/more-pages'
import { Page } from '@/components/page/page'
import { useWalkRows } from '@/components/page/walk-keys'
import { paymentRunsQuery } from '@/components/payments/queries'
import { useLiveRefetch } from '@/components/payments/use-live-refetch'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/messages/empty'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { RunPage, RunSummary } from '@/lib/payments/view'
import { RunRow } from './run-row'

type RunsPageProps = { first: FirstPage<RunPage>; mayUpload: boolean; mayOpenBulk: boolean }

/** All payment runs that a person may see, newest first. */
export function RunsPage({ first, mayUpload, mayOpenBulk }: RunsPageProps) {
  const t = useTranslations('payments')
  const reports = useTranslations('reports')
  const query = useInfiniteQuery({ ...paymentRunsQuery, ...first })
  const client = useQueryClient()
  useLiveRefetch(() => client.invalidateQueries({ queryKey: paymentRunsQuery.queryKey }))
  const items = query.data.pages.flatMap((page) => page.items)
  const nothing = query.isSuccess && items.length === 0
  const begin = mayUpload ? (
    <ButtonLink variant="primary" icon="file-plus-corner" href={pages.newUpload()}>
      {t('list.upload')}
    </ButtonLink>
  ) : (
    mayOpenBulk && <ButtonLink href={pages.bulk()}>{t('list.openBulk')}</ButtonLink>
  )
  return (
    <Page
      title={t('title')}
      actions={
        <ButtonLink size="sm" href={pages.paymentReports()}>
          {reports('title')}
        </ButtonLink>
      }
    >
      {query.isError && (
        <LoadFailed retry={() => query.refetch()} className="mx-6 mt-4 max-md:mx-4">
          {t('list.loadFailed')}
        </LoadFailed>
      )}
      {nothing ? (
        <Empty title={t('list.emptyTitle')} action={begin}>
          {t(mayUpload ? 'list.emptyText' : 'list.emptyWatcher')}
        </Empty>
      ) : (
        items.length > 0 && <Runs items={items} />
      )}
      <MorePages query={query}>{t('list.more')}</MorePages>
    </Page>
  )
}

function Runs({ items }: { items: RunSummary[] }) {
  const t = useTranslations('payments')
  useWalkRows({ next: t('keys.next'), previous: t('keys.previous') })
  return (
    <div className="pt-4">
      <TableRegion label={t('list.caption')}>
        <Table caption={t('list.caption')} className="max-md:table-fixed">
          <thead>
            <tr>
              <HeadCell className="max-md:w-[46%]">{t('list.file')}</HeadCell>
              <HeadCell className="max-lg:hidden">{t('list.debtor')}</HeadCell>
              <HeadCell className="max-md:hidden">{t('list.due')}</HeadCell>
              <HeadCell numeric className="max-md:hidden">
                {t('list.sum')}
              </HeadCell>
              <HeadCell>{t('list.gates')}</HeadCell>
              <HeadCell numeric className="max-lg:hidden">
                {t('list.releases')}
              </HeadCell>
              <HeadCell className="max-md:hidden">{t('list.uploaded')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {items.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </div>
  )
}

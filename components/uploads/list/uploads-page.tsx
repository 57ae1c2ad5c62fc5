'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { FirstPage } from '@/components/live/list-query'
import { LoadFailed } from '@/components/page/load-failed'
import { MorePages } from '@/components/page/more-pages'
import { Page } from '@/components/page/page'
import { useWalkRows } from '@/components/page/walk-keys'
import { Empty } from '@/components/ui/messages/empty'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'
import { NewUpload } from '@/components/uploads/new-upload'
import { numbersOf } from '@/components/uploads/state'
import type { UploadItem, UploadListPage } from '@/lib/uploads/view'
import { uploadsQuery } from './list-query'
import { ListRow } from './list-row'

type UploadsPageProps = { first: FirstPage<UploadListPage>; mayUpload: boolean }

/** All uploads a person may see, newest first. The badge in the navigation keeps the list up to date. */
export function UploadsPage({ first, mayUpload }: UploadsPageProps) {
  const t = useTranslations('bulk')
  const query = useInfiniteQuery({ ...uploadsQuery, ...first })
  const items = query.data.pages.flatMap((page) => page.items)
  const nothing = query.isSuccess && items.length === 0
  return (
    <Page title={t('title')} actions={mayUpload && !nothing && <NewUpload small />}>
      {query.isError && (
        <LoadFailed retry={() => query.refetch()} className="mx-6 mt-4 max-md:mx-4">
          {t('list.loadFailed')}
        </LoadFailed>
      )}
      {nothing ? (
        <Empty title={t('list.emptyTitle')} action={mayUpload && <NewUpload />}>
          {t(mayUpload ? 'list.emptyText' : 'list.emptyWatcher')}
        </Empty>
      ) : (
        items.length > 0 && <List items={items} />
      )}
      <MorePages query={query}>{t('more')}</MorePages>
    </Page>
  )
}

function List({ items }: { items: UploadItem[] }) {
  const t = useTranslations('bulk.list')
  useWalkRows({ next: t('next'), previous: t('previous') })
  const numbers = numbersOf(items)
  return (
    <div className="pt-4">
      <TableRegion label={t('caption')}>
        <Table caption={t('caption')} className="max-md:table-fixed">
          <thead>
            <tr>
              <HeadCell className="max-md:w-[46%]">{t('file')}</HeadCell>
              <HeadCell numeric className="max-md:hidden">
                {t('rows')}
              </HeadCell>
              <HeadCell>{t('progress')}</HeadCell>
              {numbers.map((result) => (
                <HeadCell key={result} numeric className="max-md:hidden">
                  {t(result as Exclude<typeof result, 'waiting'>)}
                </HeadCell>
              ))}
              <HeadCell className="max-md:hidden">{t('started')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <ListRow key={item.id} item={item} numbers={numbers} />
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </div>
  )
}

'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { FirstPage } from '@/components/live/first-page'
import { Page } from '@/components/page/page'
import { stepThrough, useWalkKeys } from '@/components/page/walk-keys'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { SkeletonRows } from '@/components/ui/skeleton'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'
import { NewUpload } from '@/components/uploads/new-upload'
import { numbersOf } from '@/components/uploads/state'
import type { UploadItem, UploadPage } from '@/lib/uploads/view'
import { uploadsQuery } from './list-query'
import { ListRow } from './list-row'
import { useLiveList } from './use-live-list'

type UploadsPageProps = { first: FirstPage<UploadPage>; mayUpload: boolean }

/** All uploads a person may see, newest first, updated while they run. */
export function UploadsPage({ first, mayUpload }: UploadsPageProps) {
  const t = useTranslations('bulk')
  const query = useInfiniteQuery({ ...uploadsQuery(), ...first })
  useLiveList()
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const nothing = query.isSuccess && items.length === 0
  return (
    <Page title={t('title')} headActions={mayUpload && !nothing && <NewUpload keys="u" />}>
      {query.isError && <LoadFailed retry={() => query.refetch()} />}
      {nothing ? (
        <Empty title={t('list.emptyTitle')} action={mayUpload && <NewUpload keys="u" />}>
          {t(mayUpload ? 'list.emptyText' : 'list.emptyWatcher')}
        </Empty>
      ) : (
        (query.isPending || items.length > 0) && <List items={items} pending={query.isPending} />
      )}
      {query.hasNextPage && (
        <div className="p-4 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </Page>
  )
}

function List({ items, pending }: { items: UploadItem[]; pending: boolean }) {
  const t = useTranslations('bulk.list')
  useListKeys()
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
              <HeadCell className="max-lg:hidden">{t('by')}</HeadCell>
              <HeadCell className="max-md:hidden">{t('started')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {pending && <SkeletonRows columns={numbers.length + 5} label={t('loading')} />}
            {items.map((item) => (
              <ListRow key={item.id} item={item} numbers={numbers} />
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </div>
  )
}

function useListKeys() {
  const t = useTranslations('bulk.list')
  const links = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
  useWalkKeys((by) => stepThrough(links(), by), { next: t('next'), previous: t('previous') })
}

function LoadFailed({ retry }: { retry: () => void }) {
  const t = useTranslations('bulk')
  return (
    <Banner
      kind="error"
      className="mx-6 mt-4 max-md:mx-4"
      action={
        <Button size="sm" onClick={retry}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('list.loadFailed')}
    </Banner>
  )
}

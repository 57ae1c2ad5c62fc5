'use client'
import { useTranslations } from 'use-intl'
import { isFiltered, NO_FILTERS } from '@/components/reviews/desk/url'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Skeleton } from '@/components/ui/skeleton'
import type { GroupAct } from '@/lib/reviews/decision/group'
import { GroupHead } from './group-head'
import { QueueFilter } from './queue-filter'
import { QueueRow } from './queue-row'

/** The left pane: what waits, oldest first. */
export function QueueList({ desk, openGroup }: { desk: Desk; openGroup: (act: GroupAct) => void }) {
  const t = useTranslations('review')
  const { queue, items, filters } = desk
  return (
    <section className="desk-list" aria-label={t('queue')}>
      <div className="desk-list-head">
        {desk.selection.ids.length > 0 ? (
          <GroupHead desk={desk} openGroup={openGroup} />
        ) : (
          <>
            <span>{t(filters.tab === 'decided' ? 'newestFirst' : 'oldestFirst')}</span>
            <QueueFilter desk={desk} />
          </>
        )}
      </div>
      {queue.isError && (
        <Banner
          kind="error"
          className="m-3"
          title={t('loadFailed')}
          action={
            <Button size="sm" onClick={() => queue.refetch()}>
              {t('tryAgain')}
            </Button>
          }
        />
      )}
      {queue.isPending && <ListSkeleton />}
      {items.length > 0 && (
        <ul aria-label={t('list', { tab: t(`tab.${filters.tab}`), count: desk.total })}>
          {items.map((item) => (
            <QueueRow key={item.id} item={item} desk={desk} />
          ))}
        </ul>
      )}
      {queue.isSuccess && items.length === 0 && <Nothing desk={desk} />}
      {queue.hasNextPage && (
        <div className="p-3">
          <Button className="w-full" busy={queue.isFetchingNextPage} onClick={() => queue.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Nothing({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  if (isFiltered(desk.filters)) {
    const clear = () => desk.setFilters(NO_FILTERS)
    return <Empty title={t('noneFound')} action={<Button onClick={clear}>{t('clearFilters')}</Button>} />
  }
  return <Empty title={t(`empty.${desk.filters.tab}`)}>{desk.filters.tab === 'todo' && t('emptyText')}</Empty>
}

function ListSkeleton() {
  const t = useTranslations('review')
  return (
    <div className="grid gap-6 p-4">
      <Skeleton label={t('loading')} className="h-14" />
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} className="h-14" />
      ))}
    </div>
  )
}

'use client'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/live/search-field'
import { LoadFailed } from '@/components/page/load-failed'
import { MorePages } from '@/components/page/more-pages'
import { isQueueFiltered } from '@/components/reviews/desk/url'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/messages/empty'
import { Skeleton } from '@/components/ui/messages/skeleton'
import type { GroupDecision } from '@/lib/reviews/decision/group'
import { shownOrder } from '@/lib/reviews/tabs'
import { GroupHead } from './group-head'
import { QueueFilter } from './queue-filter'
import { QueueRow } from './queue-row'

/** The left pane: the queue, with search, order and filters. */
export function QueueList({ desk, openGroup }: { desk: Desk; openGroup: (act: GroupDecision) => void }) {
  const t = useTranslations('review')
  const { queue, items, filters } = desk
  return (
    <section
      className="min-h-0 overflow-auto border-border bg-surface-2 max-xl:row-start-1 max-xl:row-end-3 max-md:overflow-visible max-md:in-data-[open=true]:hidden md:border-r"
      aria-label={t('queue')}
    >
      <QueueSearch desk={desk} />
      <div className="sticky top-0 z-1 flex items-center gap-2 border-b border-border bg-surface-2 px-3 py-2.5 text-sm leading-5 text-fg-muted max-md:static">
        {desk.selection.ids.length > 0 ? (
          <GroupHead desk={desk} openGroup={openGroup} />
        ) : (
          <>
            <OrderButton desk={desk} />
            <QueueFilter desk={desk} />
          </>
        )}
      </div>
      {queue.isError && (
        <LoadFailed retry={() => queue.refetch()} className="m-3">
          {t('loadFailed')}
        </LoadFailed>
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
      <MorePages query={queue} className="has-[.btn]:p-3 [&>.btn]:w-full">
        {t('more')}
      </MorePages>
    </section>
  )
}

/** By name, IBAN or reference. */
function QueueSearch({ desk: { search } }: { desk: Desk }) {
  const t = useTranslations('review.search')
  return (
    <SearchField
      className="bg-surface-2 px-3 pt-2.5"
      search={search}
      label={t('label')}
      placeholder={t('placeholder')}
    />
  )
}

/** Shows the order and reverses it. */
function OrderButton({ desk: { filters, setFilters } }: { desk: Desk }) {
  const t = useTranslations('review')
  const newest = shownOrder(filters.tab, filters.sort) === 'newest'
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-2"
      icon={newest ? 'arrow-down' : 'arrow-up'}
      title={t(newest ? 'order.toOldest' : 'order.toNewest')}
      onClick={() => setFilters({ sort: newest ? 'oldest' : 'newest' })}
    >
      {t(newest ? 'newestFirst' : 'oldestFirst')}
    </Button>
  )
}

function Nothing({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  if (isQueueFiltered(desk.filters) || desk.search.text)
    return <Empty title={t('noneFound')} action={<Button onClick={desk.clear}>{t('clearFilters')}</Button>} />
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

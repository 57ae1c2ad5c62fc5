'use client'
import { useTranslations } from 'use-intl'
import { useSavedLayout } from '@/components/exports/use-saved-layout'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { Pager } from '@/components/ui/pager'
import { LazyRecordDrawer } from '@/components/verifications/record/lazy-record-drawer'
import type { Reader } from '@/components/verifications/record/reader'
import { DEFAULT_LAYOUT, type HistoryLayout } from '@/lib/history/layout'
import { api, type EnvironmentName } from '@/lib/http/paths'
import { isUuid } from '@/lib/platform/uuid'
import { CheckTable } from './check-table'
import { ExportChecks } from './export-checks'
import { HistoryFilterBar } from './history-filter-bar'
import { LayoutMenu } from './layout-menu'
import { layoutQuery } from './queries'
import { SavedViews } from './saved-views'
import { useHistory } from './use-history'

type HistoryListProps = {
  environment: EnvironmentName
  me: Reader
  /** whether the checks of other people are included */
  others: boolean
  masked: boolean
}

/** Everything that was checked, newest first. */
export function HistoryList({ environment, me, others, masked }: HistoryListProps) {
  const t = useTranslations('history')
  const history = useHistory(environment)
  const { page } = history
  const openId = isUuid(history.filters.open) ? history.filters.open : null
  const { layout = DEFAULT_LAYOUT, set } = useSavedLayout<HistoryLayout>({
    queryKey: layoutQuery.queryKey,
    url: api.historyLayout,
  })
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <LayoutMenu layout={layout} onChange={set} />
          <ExportChecks history={history} masked={masked} />
        </>
      }
    >
      <SavedViews history={history} />
      <HistoryFilterBar history={history} others={others} />
      {page.isError && (
        <LoadFailed retry={() => page.refetch()} className="mx-6 mb-3 max-md:mx-4">
          {t('loadFailed')}
        </LoadFailed>
      )}
      {history.added.count > 0 && (
        <div className="flex justify-center pb-3">
          <Button size="sm" icon="arrow-up" onClick={history.added.show}>
            {t('added', { count: history.added.count })}
          </Button>
        </div>
      )}
      {(!page.isError || history.items.length > 0) && (
        <CheckTable history={history} layout={layout} mayCheck={me.mayCheck} />
      )}
      {page.data && page.data.items.length > 0 && (
        <Pager newer={history.newer} older={history.older} busy={page.isPlaceholderData}>
          <Total history={history} />
        </Pager>
      )}
      <LazyRecordDrawer
        id={openId}
        fallbackName={history.items.find(({ id }) => id === openId)?.name}
        environment={environment}
        me={me}
        previous={history.neighbour(-1)}
        next={history.neighbour(1)}
        onGo={history.open}
        onClose={history.close}
      />
    </Page>
  )
}

function Total({ history: { page, items } }: { history: ReturnType<typeof useHistory> }) {
  const t = useTranslations('history')
  if (!page.data) return null
  const { total, totalIsEstimate } = page.data
  return t(totalIsEstimate ? 'shown.many' : 'shown.all', {
    shown: items.length,
    total: totalIsEstimate ? total - 1 : total,
  })
}

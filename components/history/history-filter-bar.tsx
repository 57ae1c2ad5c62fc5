'use client'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/live/search-field'
import { Button } from '@/components/ui/button'
import { Toolbar } from '@/components/ui/layout'
import { SOURCES } from '@/lib/reviews/policy'
import { OUTCOMES } from '@/lib/verifications/outcome'
import { FilterChip } from './filter-chip'
import { MoreFilters } from './more-filters'
import { isHistoryFiltered } from './url'
import type { History } from './use-history'

/**
 * Search and filters, by person if the reader sees the checks of others. They apply immediately, and each can be
 * removed.
 */
export function HistoryFilterBar({ history, others }: { history: History; others: boolean }) {
  const t = useTranslations('history')
  const outcome = useTranslations('outcome.label')
  const { filters, filter, search } = history
  return (
    <Toolbar className="items-center gap-2 py-4 max-md:py-3">
      <SearchField
        search={search}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        className="flex-[0_1_20rem] max-md:basis-full"
      />
      <FilterChip
        name={t('filter.result')}
        values={OUTCOMES}
        chosen={filters.result}
        word={outcome}
        onChange={(result) => filter({ result })}
      />
      <FilterChip
        name={t('filter.source')}
        values={SOURCES}
        chosen={filters.source}
        word={(value) => t(`source.${value}`)}
        onChange={(source) => filter({ source })}
      />
      <MoreFilters history={history} others={others} />
      <button
        type="button"
        className="filter"
        aria-pressed={filters.mine}
        data-on={filters.mine}
        onClick={() => filter({ mine: !filters.mine })}
      >
        {t('filter.mine')}
      </button>
      {isHistoryFiltered(filters, search.typed) && (
        <Button variant="ghost" onClick={history.clear}>
          {t('filter.clear')}
        </Button>
      )}
    </Toolbar>
  )
}

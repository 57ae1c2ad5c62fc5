'use client'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choice'
import { SearchInput } from '@/components/ui/input'
import { Popover } from '@/components/ui/popover'
import { useShortcut } from '@/components/ui/shortcut'
import { OUTCOMES } from '@/lib/verifications/outcome'
import { isFiltered, SOURCES } from './url'
import type { History } from './use-history'

/** Search and filters. They apply at once; what is set can be taken away with its own button. */
export function HistoryFilters({ history }: { history: History }) {
  const t = useTranslations('history')
  const outcome = useTranslations('outcome.label')
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.focus(), { label: t('search.label') })
  const { filters, filter, search } = history
  return (
    <div className="history-filters">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            search.searchNow()
          }}
        >
          <SearchInput
            ref={input}
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            value={search.typed}
            maxLength={140}
            onChange={({ target }) => search.type(target.value)}
          />
        </form>
      </search>
      <FilterChip
        name={t('filter.result')}
        values={OUTCOMES}
        chosen={filters.result}
        word={(value) => outcome(value)}
        onChange={(result) => filter({ result })}
      />
      <FilterChip
        name={t('filter.source')}
        values={SOURCES}
        chosen={filters.source}
        word={(value) => t(`source.${value}`)}
        onChange={(source) => filter({ source })}
      />
      <button
        type="button"
        className="filter"
        aria-pressed={filters.mine}
        data-on={filters.mine}
        onClick={() => filter({ mine: !filters.mine })}
      >
        {t('filter.mine')}
      </button>
      {isFiltered(filters, search.typed) && (
        <Button variant="ghost" onClick={history.clear}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}

type FilterChipProps<T extends string> = {
  name: string
  values: readonly T[]
  chosen: readonly T[]
  word: (value: T) => string
  onChange: (chosen: T[]) => void
}

function FilterChip<T extends string>({ name, values, chosen, word, onChange }: FilterChipProps<T>) {
  const t = useTranslations('history')
  const words = chosen.map(word).join(', ')
  const trigger = (
    <button type="button" className="filter" data-on={chosen.length > 0}>
      {chosen.length === 0 && <Plus aria-hidden="true" />}
      <span>
        {name}
        <span className="sr-only"> {t('filter.word')}</span>
        {words && `: ${words}`}
      </span>
    </button>
  )
  return (
    <span className="filter-pair">
      <Popover trigger={trigger} label={t('filter.by', { name })}>
        <div className="grid w-52 gap-1">
          {values.map((value) => (
            <Checkbox
              key={value}
              label={word(value)}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
          ))}
        </div>
      </Popover>
      {words && (
        <button
          type="button"
          className="filter-remove"
          aria-label={t('filter.remove', { name, words })}
          onClick={() => onChange([])}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

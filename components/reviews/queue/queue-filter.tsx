'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { queueChoicesQuery } from '@/components/reviews/desk/queries'
import { countFilters, NO_QUEUE_FILTERS } from '@/components/reviews/desk/url'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { Num } from '@/components/ui/format'
import { Popover } from '@/components/ui/overlays/popover'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { DIFFERENCES } from '@/lib/names/differences'
import { REVIEW_RESULTS, SOURCES } from '@/lib/reviews/policy'
import { AGES, COUNT_CAP } from '@/lib/reviews/view'

/** The filters of the list with a count for each option. They apply immediately. */
export function QueueFilter({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const outcome = useTranslations('outcome')
  const names = useTranslations('names')
  const [open, setOpen] = useState(false)
  const { filters, setFilters } = desk
  useShortcut('f', () => setOpen(true), { label: t('filter.title') })
  const set = countFilters(filters)
  const choices = useQuery({
    ...queueChoicesQuery(desk.environment, filters, desk.search.text),
    enabled: open,
  })
  const counts = choices.data
  const trigger = (
    <Button className="ml-auto" variant="ghost" size="sm" icon="list-filter" keys="f">
      {set > 0 ? t('filter.set', { count: set }) : t('filter.button')}
    </Button>
  )
  return (
    <Popover trigger={trigger} label={t('filter.title')} align="end" open={open} onOpenChange={setOpen}>
      <div className="grid max-h-[60dvh] w-64 gap-4 overflow-y-auto">
        <Choices
          title={t('filter.result')}
          values={REVIEW_RESULTS}
          counts={counts?.results}
          chosen={filters.result}
          word={(value) => outcome(`label.${value}`)}
          onChange={(result) => setFilters({ result })}
        />
        <Choices
          title={t('filter.difference')}
          values={DIFFERENCES}
          counts={counts?.differences}
          chosen={filters.diff}
          word={(value) => names(`type.${value}`)}
          onChange={(diff) => setFilters({ diff })}
        />
        <Choices
          title={t('filter.source')}
          values={SOURCES}
          counts={counts?.sources}
          chosen={filters.source}
          word={(value) => t(`filter.sources.${value}`)}
          onChange={(source) => setFilters({ source })}
        />
        <RadioGroup
          label={t('filter.age')}
          value={filters.age ?? 'any'}
          onChange={(age) => setFilters({ age: age === 'any' ? null : age })}
          options={(['any', ...AGES] as const).map((value) => ({
            value,
            label: (
              <Counted
                word={t(`filter.ages.${value}`)}
                count={value === 'any' ? undefined : countOf(counts?.ages, value)}
              />
            ),
          }))}
        />
        {counts?.capped && <p className="text-fg-muted">{t('filter.capped', { count: COUNT_CAP })}</p>}
        {set > 0 && (
          <Button size="sm" onClick={() => setFilters(NO_QUEUE_FILTERS)}>
            {t('clearFilters')}
          </Button>
        )}
      </div>
    </Popover>
  )
}

type ChoicesProps<T extends string> = {
  title: string
  values: readonly T[]
  chosen: readonly T[]
  /** undefined: still loading */
  counts: Record<string, number> | undefined
  word: (value: T) => string
  onChange: (chosen: T[]) => void
}

const countOf = (counts: Record<string, number> | undefined, value: string) => counts && (counts[value] ?? 0)

/** Reserves the space of the number while it loads. */
const Counted = ({ word, count }: { word: string; count: number | undefined }) => (
  <span className="flex justify-between gap-3">
    {word} <span className="num text-fg-muted">{count !== undefined && <Num value={count} />}</span>
  </span>
)

function Choices<T extends string>({ title, values, chosen, counts, word, onChange }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="field-label">{title}</legend>
      <Checkboxes
        {...{ values, chosen, onChange }}
        label={(value) => <Counted word={word(value)} count={countOf(counts, value)} />}
        className="[&>span]:flex-1"
      />
    </fieldset>
  )
}

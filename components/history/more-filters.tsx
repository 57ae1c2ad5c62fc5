'use client'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { REVIEW_STATES, STATUS_REASONS } from '@/lib/history/filters'
import { PURPOSES } from '@/lib/verifications/remarks'
import { DateChip } from './date-chip'
import { FilterChip } from './filter-chip'
import { choicesQuery } from './queries'
import type { History } from './use-history'

type MoreFiltersProps = { history: History; others: boolean }

/** Review, reason, purpose, country, bank, person, dates. Countries, banks and people are those in the history. */
export function MoreFilters({ history: { environment, filters, filter }, others }: MoreFiltersProps) {
  const t = useTranslations('history.filter')
  const reason = useTranslations('result.reason')
  const review = useTranslations('outcome.review')
  const purpose = useTranslations('check.more.purposes')
  const locale = useLocale()
  const { data } = useQuery(choicesQuery(environment))
  const { countries = [], banks = [], people = [] } = data ?? {}
  const country = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  return (
    <>
      <FilterChip
        name={t('review')}
        values={REVIEW_STATES}
        chosen={filters.review}
        word={review}
        onChange={(next) => filter({ review: next })}
      />
      <FilterChip
        name={t('reason')}
        values={STATUS_REASONS}
        chosen={filters.reason}
        word={reason}
        onChange={(next) => filter({ reason: next })}
      />
      <FilterChip
        name={t('purpose')}
        values={PURPOSES}
        chosen={filters.purpose}
        word={purpose}
        onChange={(next) => filter({ purpose: next })}
      />
      <FilterChip
        name={t('country')}
        values={countries}
        chosen={filters.country}
        word={(code) => (/^[A-Z]{2}$/.test(code) ? (country.of(code) ?? code) : code)}
        onChange={(next) => filter({ country: next })}
      />
      <FilterChip
        name={t('bank')}
        values={banks.map(({ code }) => code)}
        chosen={filters.bank}
        word={(value) => banks.find(({ code }) => code === value)?.name ?? value}
        onChange={(next) => filter({ bank: next })}
      />
      {(others || filters.person.length > 0) && (
        <FilterChip
          name={t('person')}
          values={people.map(({ id }) => id)}
          chosen={filters.person}
          word={(value) => people.find(({ id }) => id === value)?.name ?? value}
          onChange={(next) => filter({ person: next })}
        />
      )}
      <DateChip period={filters.period} from={filters.from} to={filters.to} onChange={filter} />
    </>
  )
}

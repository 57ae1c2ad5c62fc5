'use client'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import { Num } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { type Listing, SHOWS, type Show, type Summary } from '../protocol'
import { useKindWords } from './kind-words'
import { REPEAT_ICONS } from './row-cell'

const ICONS = {
  all: 'list-checks',
  errors: 'circle-exclamation-point',
  warnings: 'triangle-exclamation-point',
  ...REPEAT_ICONS,
} as const

type RailProps = { summary: Summary; listing: Listing; onList: (listing: Listing) => void }

/** The filters of the rows and the kinds in the selected one, with counts; a select on small screens. */
export function Rail({ summary, listing, onList }: RailProps) {
  const t = useTranslations('intake')
  const { sizes } = summary
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, these are filters */}
      <div role="group" aria-label={t('rows.show')} className="max-md:hidden">
        {SHOWS.map((show) => (
          <div key={show}>
            <Filter
              show={show}
              count={sizes[show]}
              pressed={listing.show === show && listing.kind === null}
              onPress={() => onList({ show, kind: null })}
            />
            {listing.show === show && <Kinds summary={summary} listing={listing} onList={onList} />}
          </div>
        ))}
      </div>
      <Field label={t('rows.showSelect')} className="md:hidden">
        <Select
          scale="sm"
          value={listing.show}
          onChange={(event) => onList({ show: event.target.value as Show, kind: null })}
          options={SHOWS.map((show) => ({
            value: show,
            label: t('rows.showCount', { name: t(`show.${show}`), n: sizes[show] }),
          }))}
        />
      </Field>
    </>
  )
}

const COLOURS: Partial<Record<Show, string>> = { errors: 'text-nomatch-fg', warnings: 'text-close-fg' }

type FilterProps = { show: Show; count: number; pressed: boolean; onPress: () => void }

function Filter({ show, count, pressed, onPress }: FilterProps) {
  const t = useTranslations('intake')
  return (
    <FilterButton count={count} className="h-8 pl-2" aria-pressed={pressed} onClick={onPress}>
      <Icon name={ICONS[show]} className={cx('size-4', COLOURS[show])} />
      <span>{t(`show.${show}`)}</span>
    </FilterButton>
  )
}

/** Hidden when there is only one kind. */
function Kinds({ summary, listing, onList }: RailProps) {
  const words = useKindWords()
  const kinds = summary.kinds[listing.show] ?? []
  if (kinds.length < 2 && listing.kind === null) return null
  return kinds.map(({ kind, count }) => (
    <FilterButton
      key={kind}
      count={count}
      className="h-7 pl-8 text-xs leading-5"
      aria-pressed={listing.kind === kind}
      onClick={() => onList({ show: listing.show, kind: listing.kind === kind ? null : kind })}
    >
      <span>{words(kind)}</span>
    </FilterButton>
  ))
}

function FilterButton({ count, className, children, ...rest }: ComponentProps<'button'> & { count: number }) {
  return (
    <button
      type="button"
      className={cx(
        'flex w-full items-center gap-2 rounded-md pr-2 text-left text-fg-muted aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-fg aria-pressed:shadow-1 aria-pressed:ring-1 aria-pressed:ring-border',
        className,
      )}
      {...rest}
    >
      {children} <Num value={count} className="num ml-auto font-medium text-fg" />
    </button>
  )
}

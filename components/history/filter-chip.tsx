'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { Icon } from '@/components/ui/icons/icon'
import { Popover } from '@/components/ui/overlays/popover'

type FilterChipProps<T extends string> = {
  name: string
  values: readonly T[]
  chosen: readonly T[]
  word: (value: T) => string
  onChange: (chosen: T[]) => void
}

/** A filter with several values: a dashed chip adds it, a solid one shows its values. */
export function FilterChip<T extends string>({ name, values, chosen, word, onChange }: FilterChipProps<T>) {
  const all = [...values, ...chosen.filter((value) => !values.includes(value))]
  return (
    <ChosenChip
      name={name}
      words={chosen.map((value) => word(value)).join(', ')}
      onRemove={() => onChange([])}
    >
      <div className="filter-list">
        <Checkboxes values={all} chosen={chosen} label={word} onChange={onChange} />
      </div>
    </ChosenChip>
  )
}

type ChipProps = { name: string; words: string; onRemove: () => void; children: ReactNode }

/** The button that opens a filter, and the one beside it that removes it. */
export function ChosenChip({ name, words, onRemove, children }: ChipProps) {
  const t = useTranslations('history.filter')
  const trigger = (
    <button type="button" className="filter" data-on={words !== ''}>
      {words === '' && <Icon name="plus" />}
      <span className="filter-words">
        {words ? `${name}: ${words}` : name}
        <span className="sr-only"> {t('word')}</span>
      </span>
    </button>
  )
  return (
    <span className="filter-pair">
      <Popover trigger={trigger} label={t('by', { name })}>
        {children}
      </Popover>
      {words && (
        <button
          type="button"
          className="filter-remove"
          aria-label={t('remove', { name, words })}
          onClick={({ currentTarget }) => {
            // it goes with the filter
            const chip = currentTarget.previousElementSibling as HTMLElement | null
            chip?.focus()
            onRemove()
          }}
        >
          <Icon name="x" />
        </button>
      )}
    </span>
  )
}

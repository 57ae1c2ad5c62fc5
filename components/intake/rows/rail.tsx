'use client'
import { CircleAlert, Copy, ListChecks, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/field'
import { Num } from '@/components/ui/format'
import { Select } from '@/components/ui/input'
import { SHOWS, type Show, type Summary } from '../protocol'

const ICONS = { all: ListChecks, errors: CircleAlert, warnings: TriangleAlert, duplicates: Copy }

type RailProps = { summary: Summary; show: Show; onShow: (show: Show) => void }

/** The filters of the rows, with counts; a select on small screens. */
export function Rail({ summary, show, onShow }: RailProps) {
  const t = useTranslations('intake')
  const countOf = (each: Show) => (each === 'errors' ? summary.openErrors : summary.listed[each])
  return (
    <div className="intake-rail">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, these are filters */}
      <div role="group" aria-label={t('rows.show')} className="max-md:hidden">
        {SHOWS.map((each) => {
          const Icon = ICONS[each]
          return (
            <button
              key={each}
              type="button"
              className="rail-filter"
              data-kind={each}
              aria-pressed={show === each}
              onClick={() => onShow(each)}
            >
              <Icon aria-hidden="true" />
              <span>{t(`show.${each}`)}</span> <Num value={countOf(each)} className="rail-count" />
            </button>
          )
        })}
      </div>
      <Field label={t('rows.showSelect')} className="md:hidden">
        <Select
          scale="sm"
          value={show}
          onChange={(event) => onShow(event.target.value as Show)}
          options={SHOWS.map((each) => ({
            value: each,
            label: t('rows.showCount', { name: t(`show.${each}`), n: countOf(each) }),
          }))}
        />
      </Field>
    </div>
  )
}

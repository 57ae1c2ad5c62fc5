'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DayRange } from '@/components/ui/fields/day-range'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import { Toolbar } from '@/components/ui/layout'
import { AUDIT_KINDS } from '@/lib/audit/filters'
import type { PersonView } from '@/lib/platform/person'
import type { AuditParameters } from './url'

type AuditFiltersProps = {
  given: AuditParameters
  people: PersonView[]
  onChange: (next: Partial<AuditParameters>) => void
}

/** Filters by person, object and dates. They apply immediately. */
export function AuditFilterBar({ given, people, onChange }: AuditFiltersProps) {
  const t = useTranslations('audit')
  const set = given.who || given.kind || given.from || given.to
  const kinds = AUDIT_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))
  return (
    <Toolbar className="items-end gap-3 pt-1 pb-4 max-md:pb-3">
      {people.length > 0 && (
        <Field label={t('filter.who')}>
          <Select
            scale="sm"
            value={given.who}
            options={[
              { value: '', label: t('filter.everyone') },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target }) => onChange({ who: target.value })}
          />
        </Field>
      )}
      <Field label={t('filter.kind')}>
        <Select
          scale="sm"
          value={given.kind}
          options={[{ value: '', label: t('filter.everything') }, ...kinds]}
          onChange={({ target }) => onChange({ kind: target.value })}
        />
      </Field>
      <DayRange
        from={given.from}
        to={given.to}
        labels={{ from: t('filter.from'), to: t('filter.to') }}
        onChange={onChange}
      />
      {set && (
        <Button size="sm" variant="ghost" onClick={() => onChange({ who: '', kind: '', from: '', to: '' })}>
          {t('filter.clear')}
        </Button>
      )}
    </Toolbar>
  )
}

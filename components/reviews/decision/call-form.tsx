'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Input, Select } from '@/components/ui/fields/input'
import {
  CALL_OUTCOMES,
  MAX_CALL_AGE_DAYS,
  MAX_PERSON_LENGTH,
  MAX_PHONE_LENGTH,
  NUMBER_SOURCES,
} from '@/lib/reviews/call'
import { type CallDraft, type CallField, localNow, readDraft } from './call-draft'

type CallFormProps = {
  draft: CallDraft
  /** the fields that were refused */
  wrong: readonly CallField[]
  change: (field: CallField, value: string) => void
}

/** The call to the payee: person, number and its source, time, result. */
export function CallForm({ draft, wrong, change }: CallFormProps) {
  const t = useTranslations('review.callBack')
  const choices = <Value extends string>(
    values: readonly Value[],
    word: (value: Value) => string,
    chosen: string,
  ) => [
    ...(chosen === '' ? [{ value: '', label: t('choose') }] : []),
    ...values.map((value) => ({ value, label: word(value) })),
  ]
  const read = readDraft(draft)
  const field = (name: CallField) => ({
    label: t(name),
    // the time comes with the first input, or by its button
    refused:
      wrong.includes(name) &&
      'wrong' in read &&
      read.wrong.includes(name) &&
      t(`wrong.${name}`, { days: MAX_CALL_AGE_DAYS }),
  })
  const control = (name: CallField) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  })
  return (
    <fieldset className="grid min-w-0 grid-cols-1 justify-items-stretch gap-3 text-sm leading-5">
      <legend className="mb-0.5 font-[550]">{t('title')}</legend>
      <p className="text-fg-muted">{t('hint')}</p>
      <Field {...field('person')}>
        <Input maxLength={MAX_PERSON_LENGTH} autoComplete="off" {...control('person')} />
      </Field>
      <Field {...field('number')}>
        <Input type="tel" maxLength={MAX_PHONE_LENGTH} autoComplete="off" {...control('number')} />
      </Field>
      <Field {...field('numberSource')}>
        <Select
          className="h-9!"
          options={choices(NUMBER_SOURCES, (value) => t(`source.${value}`), draft.numberSource)}
          {...control('numberSource')}
        />
      </Field>
      <Field {...field('calledAt')}>
        <div className="flex flex-wrap items-center gap-2">
          <Input type="datetime-local" className="min-w-0 flex-[1_1_12rem]" {...control('calledAt')} />
          <Button onClick={() => change('calledAt', localNow())}>{t('now')}</Button>
        </div>
      </Field>
      <Field {...field('outcome')}>
        <Select
          className="h-9!"
          options={choices(CALL_OUTCOMES, (value) => t(`outcomes.${value}`), draft.outcome)}
          {...control('outcome')}
        />
      </Field>
    </fieldset>
  )
}

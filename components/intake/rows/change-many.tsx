'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input, Select } from '@/components/ui/fields/input'
import { announce } from '@/components/ui/messages/live-text'
import type { Replacement } from '../protocol'
import type { Intake } from '../use-intake'

/** Find and replace, and fixing names in capitals, for all listed rows at once. */
export function ChangeMany({ intake }: { intake: Intake }) {
  const t = useTranslations('intake')
  const [wanted, setWanted] = useState<Replacement>({ field: 'name', find: '', text: '' })
  const [said, setSaid] = useState('')
  const act = async (change: ReturnType<Intake['replace']>) => {
    const text = t('many.done', { n: (await change).rows })
    setSaid(text)
    announce(text)
  }
  return (
    <Disclosure
      summary={t('many.title')}
      className="px-2 pt-3.5 pb-1 text-xs leading-5 max-md:col-span-full max-md:p-0"
    >
      <Form
        className="grid gap-2"
        onSubmit={() => {
          if (wanted.find !== '') void act(intake.replace(wanted))
        }}
      >
        <Field label={t('many.column')}>
          <Select
            scale="sm"
            value={wanted.field}
            onChange={({ target }) => setWanted({ ...wanted, field: target.value as Replacement['field'] })}
            options={(['name', 'iban'] as const).map((value) => ({ value, label: t(`meaning.${value}`) }))}
          />
        </Field>
        <Field label={t('many.find')}>
          <Input
            scale="sm"
            value={wanted.find}
            onChange={({ target }) => setWanted({ ...wanted, find: target.value })}
          />
        </Field>
        <Field label={t('many.replace')}>
          <Input
            scale="sm"
            value={wanted.text}
            onChange={({ target }) => setWanted({ ...wanted, text: target.value })}
          />
        </Field>
        <Button size="sm" type="submit">
          {t('many.button')}
        </Button>
        <Button size="sm" onClick={() => act(intake.properNames())}>
          {t('many.case')}
        </Button>
      </Form>
      {said && <p>{said}</p>}
    </Disclosure>
  )
}

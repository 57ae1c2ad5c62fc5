'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettingForm } from '@/components/live/use-setting-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { LeaveGuard } from '@/components/ui/overlays/leave-guard'
import { adminApi } from '@/lib/http/admin-paths'
import type { UsageSettings } from '@/lib/usage/settings'
import type { UsageView } from '@/lib/usage/view'
import { draftOf, settingsOf, type UsageDraft } from './draft'
import { usageQuery } from './queries'
import { UsageHead } from './section'

const FIELDS = { price: 'decimal', currency: 'text', warnBelow: 'numeric' } as const
type Name = keyof UsageDraft
const names = Object.keys(FIELDS) as Name[]

/** The price of a check, and the warning threshold, which the provider does not report. */
export function SettingsForm({ saved }: { saved: UsageSettings }) {
  const t = useTranslations('usage.settings')
  const shared = useTranslations('shell.refused')
  const [wrong, setWrong] = useState<Name[]>([])
  const { draft, change, changed, save } = useSettingForm({
    saved,
    path: adminApi.usageSettings,
    query: usageQuery,
    valueIn: ({ settings }: UsageView) => settings,
    draftOf,
    words: { saved: t('saved'), notSaved: shared('not_saved') },
  })
  const submit = () => {
    const read = settingsOf(draft)
    setWrong(Array.isArray(read) ? read : [])
    if (!Array.isArray(read) && !save.isPending) save.mutate({ values: read, sent: draft })
  }
  return (
    <Form onSubmit={submit} aria-labelledby="price" className="py-7">
      <LeaveGuard changed={changed} />
      <UsageHead id="price" title={t('title')} lead={t('lead')} />
      <div className="mx-6 grid max-w-[52rem] fit-fact gap-4 pt-3.5 pb-4.5 max-md:mx-4">
        {names.map((name) => (
          <Field
            key={name}
            label={t(name)}
            hint={t(`${name}Hint`)}
            refused={wrong.includes(name) && t(`${name}Wrong`)}
          >
            <Input
              inputMode={FIELDS[name]}
              autoComplete="off"
              maxLength={20}
              value={draft[name]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          </Field>
        ))}
      </div>
      <Button type="submit" variant="primary" busy={save.isPending} className="mx-6 max-md:mx-4">
        {t('save')}
      </Button>
    </Form>
  )
}

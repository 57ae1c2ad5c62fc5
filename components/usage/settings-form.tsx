'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Field, Form } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { announce } from '@/components/ui/live-text'
import { toast, toastError } from '@/components/ui/toast'
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
  // what the draft was made from, even if `saved` is newer by now
  const [base, setBase] = useState(saved)
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [wrong, setWrong] = useState<Name[]>([])
  const save = useSave((settings) => {
    setBase(settings)
    setDraft(draftOf(settings))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = settingsOf(draft)
    setWrong(Array.isArray(read) ? read : [])
    if (!Array.isArray(read) && !save.isPending) save.mutate({ ...read, before: base })
  }
  return (
    <Form onSubmit={submit} aria-labelledby="price" className="pt-7 pb-2">
      <UsageHead id="price" title={t('title')} lead={t('lead')} />
      <div className="mx-6 grid max-w-[52rem] fit-fact gap-4 pt-3.5 pb-4.5 max-md:mx-4">
        {names.map((name) => (
          <Field
            key={name}
            label={t(name)}
            hint={t(`${name}Hint`)}
            error={wrong.includes(name) && t(`${name}Wrong`)}
          >
            <Input
              inputMode={FIELDS[name]}
              autoComplete="off"
              maxLength={20}
              value={draft[name]}
              onChange={({ target }) => {
                setWrong([])
                setDraft({ ...draft, [name]: target.value })
              }}
            />
          </Field>
        ))}
      </div>
      <Button type="submit" busy={save.isPending} className="mx-6 max-md:mx-4">
        {t('save')}
      </Button>
    </Form>
  )
}

/** @param onStored receives what is stored now: what was saved, or what somebody else saved before */
function useSave(onStored: (settings: UsageSettings) => void) {
  const t = useTranslations('usage.settings')
  const refused = useCommonRefusal()
  const shared = useTranslations('shell.refused')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UsageSettings & { before: UsageSettings }) =>
      request<UsageView>(adminApi.usageSettings, { method: 'PUT', body }),
    onSuccess: (usage) => {
      client.setQueryData(usageQuery.queryKey, usage)
      onStored(usage.settings)
      toast(t('saved'))
      announce(t('saved'))
    },
    onError: async (error) => {
      if (problemCode(error) === 'setting_changed')
        onStored((await client.fetchQuery({ ...usageQuery, staleTime: 0 })).settings)
      toastError(refused(error) ?? shared('not_saved'))
    },
  })
}

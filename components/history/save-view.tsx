'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { toastError } from '@/components/ui/messages/toast'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { useMounted } from '@/components/ui/use-mounted'
import type { SavedView } from '@/lib/history/views'
import { api } from '@/lib/http/paths'
import { savedViewsQuery } from './queries'
import { filterBody, type HistoryFilters } from './url'
import type { History } from './use-history'

/** Refusals of the name. */
const OF_NAME: Record<string, 'exists' | 'characters'> = {
  view_exists: 'exists',
  text_characters: 'characters',
}

type Sent = { name: string; shared: boolean; filters: HistoryFilters }

/** Asks for the name and the visibility of a view, saves the filters as this view, and chooses it. */
export function SaveView({ history, onClose }: { history: History; onClose: () => void }) {
  const t = useTranslations('history.view')
  const client = useQueryClient()
  const [name, setName] = useState('')
  const mounted = useMounted()
  const [missing, setMissing] = useState(false)
  const [whom, setWhom] = useState<'me' | 'everyone'>('me')
  const save = useMutation({
    mutationFn: (sent: Sent) =>
      request<SavedView>(api.savedViews, { body: { ...sent, filters: filterBody(sent.filters) } }),
    onSuccess: async ({ id }, { filters }) => {
      history.choose(id, filters)
      await client.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
    },
    onError: (error) => {
      const code = problemCode(error)
      const ofName = OF_NAME[code]
      if (!ofName || !mounted.current) toastError(t(ofName ?? (code === 'views_full' ? 'full' : 'notSaved')))
    },
  })
  const refused = OF_NAME[problemCode(save.error)]
  const submit = () => {
    setMissing(name.trim() === '')
    if (name.trim() !== '' && !save.isPending)
      save.mutate({ name, shared: whom === 'everyone', filters: history.filters }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      sticky={false}
      onClose={onClose}
      title={t('save')}
      description={t('note')}
      submit={t('save')}
      busy={save.isPending}
      onSubmit={submit}
    >
      <Field label={t('name')} refused={missing ? t('missing') : refused && t(refused)}>
        <Input value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />
      </Field>
      <RadioGroup
        inline
        label={t('whom')}
        value={whom}
        onChange={setWhom}
        options={(['me', 'everyone'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </FormDialog>
  )
}

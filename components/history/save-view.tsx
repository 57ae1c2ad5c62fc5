'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Form } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { RadioGroup } from '@/components/ui/radio-group'
import { toastError } from '@/components/ui/toast'
import { api } from '@/lib/http/paths'
import { savedViewsQuery } from './queries'
import { filterBody, type HistoryFilters } from './url'

/** Asks for the name and the visibility of a view. */
export function SaveView({ filters, onClose }: { filters: HistoryFilters; onClose: () => void }) {
  const t = useTranslations('history.view')
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [whom, setWhom] = useState<'me' | 'everyone'>('me')
  const save = useMutation({
    mutationFn: () =>
      request(api.savedViews, { body: { name, shared: whom === 'everyone', filters: filterBody(filters) } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
      onClose()
    },
    onError: (error) =>
      toastError(t(error instanceof Problem && error.code === 'view_exists' ? 'exists' : 'notSaved')),
  })
  const submit = () => name.trim() !== '' && !save.isPending && save.mutate()
  const footer = (
    <Button variant="primary" busy={save.isPending} onClick={submit}>
      {t('save')}
    </Button>
  )
  return (
    <Dialog open onClose={onClose} title={t('save')} description={t('note')} footer={footer}>
      <Form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={t('name')}>
          <Input value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />
        </Field>
        <RadioGroup
          inline
          label={t('whom')}
          value={whom}
          onChange={setWhom}
          options={(['me', 'everyone'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </Form>
    </Dialog>
  )
}

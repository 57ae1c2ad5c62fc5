'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { toast } from '@/components/ui/messages/toast'
import { Dialog, FormFooter } from '@/components/ui/overlays/dialog'
import type { ConnectionView } from '@/lib/connections/view'
import { adminApi } from '@/lib/http/admin-paths'
import { fieldCodes } from './problems'
import { connectionsQuery } from './queries'
import { SecretInput } from './secret-input'

const EMPTY = { name: '', baseUrl: '', clientId: '', secret: '' }
type Values = typeof EMPTY
const FIELDS = ['name', 'baseUrl', 'clientId', 'secret'] as const
const HINTS: Partial<Record<keyof Values, 'nameHint' | 'baseUrlHint'>> = {
  name: 'nameHint',
  baseUrl: 'baseUrlHint',
}

type CreateFormProps = {
  onDone: () => void
  /** Absent outside a dialog. */
  onClose?: () => void
}

/** A new connection, tested with the provider before it becomes active. */
export function CreateForm({ onDone, onClose }: CreateFormProps) {
  const t = useTranslations('connections')
  const form = useId()
  const client = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const create = useMutation({
    mutationFn: () => request<ConnectionView>(adminApi.connections, { body: values }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey })
      toast(t('create.done'))
    },
  })
  const codes = create.error ? fieldCodes(create.error) : {}
  const words = useRefusalWords('connections.problem')
  const submit = () => {
    if (!create.isPending) create.mutate(undefined, { onSuccess: onDone })
  }
  const footer = (
    <FormFooter form={form} busy={create.isPending} onClose={onClose}>
      {t(create.isPending ? 'create.busy' : 'create.submit')}
    </FormFooter>
  )
  const fields = (
    <Form id={form} onSubmit={submit} refused={codes[''] && words(codes[''])} className="mt-4 grid gap-4">
      {FIELDS.map((field) => {
        const Control = field === 'secret' ? SecretInput : Input
        const hint = HINTS[field]
        const code = codes[field]
        return (
          <Field
            key={field}
            label={t(`create.${field}`)}
            hint={hint && t(`create.${hint}`)}
            refused={code && words(code)}
          >
            <Control
              value={values[field]}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target: { value } }) => setValues((now) => ({ ...now, [field]: value }))}
            />
          </Field>
        )
      })}
      <p className="text-sm text-fg-muted">{t('create.note')}</p>
      {!onClose && footer}
    </Form>
  )
  if (!onClose) return fields
  return (
    <Dialog open sticky onClose={onClose} title={t('create.title')} footer={footer}>
      {fields}
    </Dialog>
  )
}

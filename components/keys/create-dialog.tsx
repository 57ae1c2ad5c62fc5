'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isAboutField, problemCode, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { Field, FieldGroup } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { api } from '@/lib/http/paths'
import { KEY_DAYS, type Scope } from '@/lib/keys/scopes'
import type { NewKey } from '@/lib/keys/view'
import { hasKey } from '@/lib/platform/language/keys'

type CreateDialogProps = {
  onClose: () => void
  onDone: (key: NewKey) => void
  scopes: Scope[]
}

type Missing = 'name' | 'scopes'

/** Name, scopes and lifetime of a new key. The response has the secret, once. */
export function CreateDialog({ onClose, onDone, scopes }: CreateDialogProps) {
  const t = useTranslations('keys')
  const refusal = useRefusalText('retry')
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([])
  const [days, setDays] = useState<string>('90')
  const [missing, setMissing] = useState<Missing[]>([])
  const create = useMutation({
    mutationFn: () =>
      request<NewKey>(api.accountKeys, { body: { name, scopes: chosen, days: Number(days) } }),
    onSuccess: async (key) => {
      await client.invalidateQueries({ queryKey: ['keys'] })
      onDone(key)
    },
  })
  const submit = () => {
    const given = { name: name.trim(), scopes: chosen.length }
    const lacks = (['name', 'scopes'] as const).filter((field) => !given[field])
    setMissing(lacks)
    if (lacks.length === 0 && !create.isPending) create.mutate(undefined, { onSuccess: onClose })
  }
  const problem = `problem.${problemCode(create.error)}`
  const text = create.error && (hasKey(t, problem) ? t(problem) : refusal(create.error))
  const ofName = isAboutField(create.error, 'name')
  return (
    <FormDialog
      onClose={onClose}
      title={t('create.button')}
      description={t('create.text')}
      submit={t('create.submit')}
      busy={create.isPending}
      onSubmit={submit}
      refused={missing.length === 0 && !ofName && text}
    >
      <Field
        label={t('create.name')}
        hint={t('create.nameHint')}
        refused={missing.includes('name') ? t('problem.name_required') : ofName && text}
      >
        <Input
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <FieldGroup
        legend={t('create.scopes')}
        refused={missing.includes('scopes') && t('problem.scopes_required')}
        className="grid gap-2"
      >
        <Checkboxes
          values={scopes}
          chosen={chosen}
          label={(scope) => t(`scope.${scope}`)}
          hint={(scope) => t(`scopeHint.${scope}`)}
          onChange={setChosen}
        />
      </FieldGroup>
      <RadioGroup
        inline
        label={t('create.days')}
        value={days}
        onChange={setDays}
        options={KEY_DAYS.map((count) => ({
          value: String(count),
          label: t('create.dayCount', { count }),
        }))}
      />
    </FormDialog>
  )
}

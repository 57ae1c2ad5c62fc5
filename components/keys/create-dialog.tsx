'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { Field, Form } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { Banner } from '@/components/ui/messages/banner'
import { Dialog } from '@/components/ui/overlays/dialog'
import { api } from '@/lib/http/paths'
import { KEY_DAYS, type Scope } from '@/lib/keys/scopes'
import type { NewKey } from '@/lib/keys/view'
import { hasKey } from '@/lib/platform/language/keys'

type CreateDialogProps = {
  open: boolean
  onClose: () => void
  onDone: (key: NewKey) => void
  scopes: Scope[]
}

/** Name, scopes and lifetime of a new key. The response has the secret, once. */
export function CreateDialog({ open, onClose, onDone, scopes }: CreateDialogProps) {
  const t = useTranslations('keys.create')
  return (
    <Dialog open={open} onClose={onClose} title={t('button')} description={t('text')} sticky>
      <CreateForm scopes={scopes} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}

function CreateForm({ onClose, onDone, scopes }: Omit<CreateDialogProps, 'open'>) {
  const t = useTranslations('keys')
  const refused = useTranslations('shell.refused')
  const common = useCommonRefusal()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([])
  const [days, setDays] = useState<string>('90')
  const [missing, setMissing] = useState<'name' | 'scopes' | null>(null)
  const create = useMutation({
    mutationFn: () =>
      request<NewKey>(api.accountKeys, { body: { name, scopes: chosen, days: Number(days) } }),
    onSuccess: async (key) => {
      await client.invalidateQueries({ queryKey: ['keys'] })
      onDone(key)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lacks = name.trim() === '' ? 'name' : chosen.length === 0 ? 'scopes' : null
    setMissing(lacks)
    if (!lacks && !create.isPending) create.mutate(undefined, { onSuccess: onClose })
  }
  const problem = `problem.${problemCode(create.error)}`
  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      {create.error && (
        <Banner kind="error">
          {hasKey(t, problem) ? t(problem) : (common(create.error) ?? refused('retry'))}
        </Banner>
      )}
      <Field
        label={t('create.name')}
        hint={t('create.nameHint')}
        error={missing === 'name' ? t('problem.name_required') : undefined}
      >
        <Input
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="field-label">{t('create.scopes')}</legend>
        <Checkboxes
          values={scopes}
          chosen={chosen}
          label={(scope) => t(`scope.${scope}`)}
          hint={(scope) => t(`scopeHint.${scope}`)}
          onChange={setChosen}
        />
        {missing === 'scopes' && (
          <p role="alert" className="field-error">
            {t('problem.scopes_required')}
          </p>
        )}
      </fieldset>
      <RadioGroup
        inline
        label={t('create.days')}
        value={days}
        onChange={setDays}
        options={KEY_DAYS.map((count) => ({ value: String(count), label: t('create.dayCount', { count }) }))}
      />
      <Button type="submit" variant="primary" busy={create.isPending}>
        {t('create.submit')}
      </Button>
    </Form>
  )
}

'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Icon } from '@/components/ui/icons/icon'
import { Banner } from '@/components/ui/messages/banner'
import { Spinner } from '@/components/ui/messages/spinner'
import { Dialog, FormFooter } from '@/components/ui/overlays/dialog'
import type { ConnectionView } from '@/lib/connections/view'
import { adminApi } from '@/lib/http/admin-paths'
import { fieldCodes } from './problems'
import { connectionsQuery } from './queries'
import { SecretInput } from './secret-input'

/** "Rotate secret": paste, test, switch. The old one stays until the test has passed. */
export function RotateSecret({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections.rotate')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="key-round" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      {open && <RotateDialog connection={connection} onClose={() => setOpen(false)} />}
    </>
  )
}

function RotateDialog({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const t = useTranslations('connections.rotate')
  const client = useQueryClient()
  const form = useId()
  const [secret, setSecret] = useState('')
  const rotate = useMutation({
    mutationFn: () =>
      request<ConnectionView>(adminApi.connectionSecret(connection.id), { method: 'PUT', body: { secret } }),
    onSuccess: () => {
      setSecret('')
      client.invalidateQueries({ queryKey: connectionsQuery.queryKey })
    },
  })
  const submit = () => {
    if (!rotate.isPending) rotate.mutate()
  }
  const footer = rotate.isSuccess ? (
    <Button variant="primary" onClick={onClose}>
      {t('close')}
    </Button>
  ) : (
    <FormFooter form={form} busy={rotate.isPending} onClose={onClose}>
      {t(rotate.isPending ? 'busy' : 'submit')}
    </FormFooter>
  )
  const at = rotate.isSuccess ? 3 : rotate.isPending ? 1 : 0
  return (
    <Dialog open onClose={onClose} title={t('title')} sticky footer={footer}>
      <Steps at={at} />
      {rotate.isSuccess ? (
        <Banner kind="success" title={t('done')}>
          {t('kept')}
        </Banner>
      ) : (
        <SecretForm id={form} value={secret} cause={rotate.error} onChange={setSecret} onSubmit={submit} />
      )}
    </Dialog>
  )
}

const STEPS = ['paste', 'try', 'switch'] as const

function Steps({ at }: { at: number }) {
  const t = useTranslations('connections.rotate')
  return (
    <ol aria-label={t('steps')} className="mb-4.5 grid gap-2 text-fg-muted">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className="flex items-center gap-2 aria-[current=step]:font-medium aria-[current=step]:text-fg"
        >
          {index < at ? (
            <Icon name="circle-check" className="size-4.5 flex-none" />
          ) : index === 1 && at === 1 ? (
            <Spinner className="size-4.5 flex-none" />
          ) : (
            <span
              aria-hidden="true"
              className="grid size-4.5 flex-none place-items-center rounded-full border border-border-strong text-2xs leading-5"
            >
              {index + 1}
            </span>
          )}
          {t(step)}
        </li>
      ))}
    </ol>
  )
}

type SecretFormProps = {
  id: string
  value: string
  cause: unknown
  onChange: (secret: string) => void
  onSubmit: () => void
}

function SecretForm({ id, value, cause, onChange, onSubmit }: SecretFormProps) {
  const t = useTranslations('connections')
  const codes = cause ? fieldCodes(cause) : {}
  const words = useRefusalWords('connections.problem')
  return (
    <Form id={id} onSubmit={onSubmit} refused={codes[''] && words(codes[''])} className="grid gap-4">
      <Field label={t('rotate.label')} hint={t('rotate.hint')} refused={codes.secret && words(codes.secret)}>
        <SecretInput value={value} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </Form>
  )
}

'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isAboutField, problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { adminApi } from '@/lib/http/admin-paths'
import { EVENTS, type WebhookEvent } from '@/lib/webhooks/events'
import type { WebhookInput } from '@/lib/webhooks/schema'
import type { NewSecret } from '@/lib/webhooks/view'
import { EventBoxes } from './event-boxes'
import { webhooksQuery } from './queries'

type AddDialogProps = { onClose: () => void; onDone: (secret: NewSecret) => void }

/** A URL and its events; the response has its secret, shown once. */
export function AddDialog({ onClose, onDone }: AddDialogProps) {
  const t = useTranslations('webhooks')
  const words = useRefusalWords('webhooks.problem')
  const client = useQueryClient()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...EVENTS])
  const add = useMutation({
    mutationFn: (body: WebhookInput) => request<NewSecret>(adminApi.webhooks, { body }),
    onSuccess: async (secret) => {
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
      onDone(secret)
    },
  })
  const refused = add.error && words(problemCode(add.error))
  const ofUrl = isAboutField(add.error, 'url')
  const submit = () => {
    if (!add.isPending) add.mutate({ url, events }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('add.button')}
      description={t('add.text')}
      submit={t('add.submit')}
      busy={add.isPending}
      onSubmit={submit}
      refused={!ofUrl && refused}
    >
      <Field label={t('add.url')} hint={t('add.urlHint')} refused={ofUrl && refused}>
        <Input
          type="url"
          value={url}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <EventBoxes events={events} onChange={setEvents} />
    </FormDialog>
  )
}

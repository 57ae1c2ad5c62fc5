'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Field, Form } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { announce } from '@/components/ui/messages/live-text'
import { Dialog } from '@/components/ui/overlays/dialog'
import { adminApi } from '@/lib/http/admin-paths'
import type { ErasureView } from '@/lib/retention/view'
import { erasuresQuery } from './queries'

/** Closes an erasure whose name or IBAN nobody knows any more, with a reason. */
export function CloseErasure({ id }: { id: string }) {
  const t = useTranslations('retention.erasure.close')
  const shared = useTranslations('shell.refused')
  const common = useCommonRefusal()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = useMutation({
    mutationFn: () => request<{ items: ErasureView[] }>(adminApi.erasureClose(id), { body: { reason } }),
    onSuccess: (list) => {
      client.setQueryData(erasuresQuery.queryKey, list)
      announce(t('done'))
    },
    onError: () => client.invalidateQueries({ queryKey: erasuresQuery.queryKey }),
  })
  const message = (error: Error) => {
    if (error instanceof Problem && error.status === 422) return shared('reason_missing')
    if (error instanceof Problem && error.code === 'erasure_not_nameless') return t('notNameless')
    return common(error) ?? shared('not_saved')
  }
  const submit = () => !close.isPending && close.mutate()
  const footer = (
    <Button variant="danger" busy={close.isPending} onClick={submit}>
      {t('confirm')}
    </Button>
  )
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      <Dialog
        open={open}
        sticky
        onClose={() => setOpen(false)}
        title={t('title')}
        description={t('text')}
        footer={footer}
      >
        <Form
          className="mt-4"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Field label={t('reason')} hint={t('reasonHint')} error={close.isError && message(close.error)}>
            <Input value={reason} maxLength={300} onChange={({ target }) => setReason(target.value)} />
          </Field>
        </Form>
      </Dialog>
    </>
  )
}

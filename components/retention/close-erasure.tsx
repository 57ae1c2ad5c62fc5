'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/messages/live-text'
import { ReasonDialog } from '@/components/ui/overlays/reason-dialog'
import { adminApi } from '@/lib/http/admin-paths'
import type { ErasureView } from '@/lib/retention/view'
import { erasuresQuery } from './queries'

/** Closes an erasure whose name or IBAN nobody knows any more, with a reason. */
export function CloseErasure({ id }: { id: string }) {
  const t = useTranslations('retention.erasure.close')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      {open && <CloseDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

function CloseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('retention.erasure.close')
  const refusal = useRefusalText('not_saved')
  const client = useQueryClient()
  const close = useMutation({
    mutationFn: (reason: string) =>
      request<{ items: ErasureView[] }>(adminApi.erasureClose(id), { body: { reason } }),
    onSuccess: (list) => {
      client.setQueryData(erasuresQuery.queryKey, list)
      announce(t('done'))
    },
    onError: () => client.invalidateQueries({ queryKey: erasuresQuery.queryKey }),
  })
  const message = (error: Error) =>
    problemCode(error) === 'erasure_not_nameless' ? t('notNameless') : refusal(error)
  const words = {
    title: t('title'),
    text: t('text'),
    reason: t('reason'),
    hint: t('reasonHint'),
    confirm: t('confirm'),
  }
  return (
    <ReasonDialog
      words={words}
      variant="danger"
      busy={close.isPending}
      longest={300}
      refused={close.error && message(close.error)}
      onClose={onClose}
      onReason={(reason) => close.mutate(reason)}
    />
  )
}

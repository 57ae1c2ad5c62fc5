'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { newKey } from '@/components/live/new-key'
import { problemCode, request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { useGo } from '@/components/ui/overlays/use-go'
import { uploadQuery } from '@/components/uploads/queries'
import { api, pages } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'
import type { UploadView } from '@/lib/uploads/view'

/**
 * "Retry 31 timeouts": as a new upload, after its credits were shown. One idempotency key per dialog, so a double click
 * pays once.
 */
export function RetryPanel({ upload: { id, retry } }: { upload: UploadView }) {
  const t = useTranslations('bulk.retry')
  const key = useRef('')
  const [open, setOpen] = useState(false)
  const run = useRun(id, key, () => setOpen(false))
  const ask = () => {
    key.current = newKey()
    setOpen(true)
  }
  return (
    <>
      <Button size="sm" icon="rotate-cw" onClick={ask}>
        {t('button', { n: retry.rows })}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('title', { n: retry.rows })}
        confirmLabel={t('confirm', { credits: retry.credits })}
        busy={run.isPending}
        onConfirm={() => run.mutate()}
      >
        {t('text', { rows: retry.rows, credits: retry.credits })}
      </ConfirmDialog>
    </>
  )
}

function useRun(id: string, key: React.RefObject<string>, close: () => void) {
  const t = useTranslations('bulk.retry')
  const client = useQueryClient()
  const go = useGo()
  return useMutation({
    retry: 0,
    networkMode: 'always',
    mutationFn: () =>
      request<{ id: string }>(api.uploadRetry(id), {
        method: 'POST',
        headers: { 'idempotency-key': key.current },
      }),
    onSuccess: (made) => {
      toast(t('done'))
      client.invalidateQueries({ queryKey: uploadQuery(id).queryKey })
      go(pages.upload(made.id))
    },
    onError: (error) => {
      const code = problemCode(error)
      // without a response the dialog stays open with its key, so a retry cannot pay twice
      if (code !== 'offline') close()
      toastError(t(keyOr(t, `refused.${code}`, 'refused.other'), { code }))
      client.invalidateQueries({ queryKey: uploadQuery(id).queryKey })
    },
  })
}

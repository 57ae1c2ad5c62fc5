'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode } from '@/components/live/request'
import { requestOnce } from '@/components/live/request-once'
import { Button } from '@/components/ui/button'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { useGo } from '@/components/ui/overlays/use-go'
import { uploadQuery } from '@/components/uploads/queries'
import { api, pages } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'
import type { UploadView } from '@/lib/uploads/view'

/** "Retry 31 timeouts": as a new upload, after its credits were shown. */
export function RetryPanel({ upload: { id, retry } }: { upload: UploadView }) {
  const t = useTranslations('bulk.retry')
  const [open, setOpen] = useState(false)
  const run = useRun(id, () => setOpen(false))
  return (
    <>
      <Button size="sm" icon="rotate-cw" onClick={() => setOpen(true)}>
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

function useRun(id: string, close: () => void) {
  const t = useTranslations('bulk.retry')
  const client = useQueryClient()
  const go = useGo()
  return useMutation({
    mutationFn: () => requestOnce<{ id: string }>(api.uploadRetry(id)),
    onSuccess: (made) => {
      toast(t('done'))
      client.invalidateQueries({ queryKey: uploadQuery(id).queryKey })
      go(pages.upload(made.id))
    },
    onError: (error) => {
      const code = problemCode(error)
      // without a response the dialog stays open for another try
      if (code !== 'offline') close()
      toastError(t(keyOr(t, `refused.${code}`, 'refused.other'), { code }))
      client.invalidateQueries({ queryKey: uploadQuery(id).queryKey })
    },
  })
}

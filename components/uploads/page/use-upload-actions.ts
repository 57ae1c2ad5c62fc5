'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { toast, toastError } from '@/components/ui/messages/toast'
import { uploadQuery } from '@/components/uploads/queries'
import { api } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'
import type { UploadAction, UploadView } from '@/lib/uploads/view'

/** Pause, resume and stop: confirmed when done, explained when refused. */
export function useUploadActions(id: string) {
  const t = useTranslations('bulk.act')
  const common = useCommonRefusal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: UploadAction) => request<UploadView>(api.uploadAct(id, act), { method: 'POST' }),
    onSuccess: (view, act) => {
      client.setQueryData(uploadQuery(id).queryKey, view)
      toast(t(`done.${act}`))
    },
    onError: (error) => {
      const code = problemCode(error)
      toastError(common(error) ?? t(keyOr(t, `refused.${code}`, 'refused.other'), { code }))
      client.invalidateQueries({ queryKey: uploadQuery(id).queryKey })
    },
  })
}

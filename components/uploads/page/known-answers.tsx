'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Banner } from '@/components/ui/messages/banner'
import { toast, toastError } from '@/components/ui/messages/toast'
import { uploadQuery } from '@/components/uploads/queries'
import { api } from '@/lib/http/paths'
import type { KnownInput } from '@/lib/uploads/known/known'
import type { UploadView } from '@/lib/uploads/view'

type KnownAnswersProps = { upload: UploadView; mayChoose: boolean; onShow: () => void }

/** Offers known results before anything is paid; afterwards, shows how many were reused and what that saved. */
export function KnownAnswers({ upload, mayChoose, onShow }: KnownAnswersProps) {
  const t = useTranslations('bulk.known')
  const choose = useChoose(upload.id)
  const { known } = upload
  if (!known) return null
  const show = (
    <Button size="sm" variant="ghost" onClick={onShow}>
      {t('show')}
    </Button>
  )
  if (known.state === 'taken')
    return (
      <Banner kind="neutral" icon="rotate-ccw-clock" title={t('takenTitle', known)} action={show}>
        {t('takenText', known)}
      </Banner>
    )
  const action = (
    <span className="flex flex-wrap gap-2">
      {show}
      {mayChoose && (
        <>
          <Button size="sm" busy={choose.isPending} onClick={() => choose.mutate({ take: false })}>
            {t('anew')}
          </Button>
          <Button
            size="sm"
            variant="primary"
            busy={choose.isPending}
            onClick={() => choose.mutate({ take: true })}
          >
            {t('take')}
          </Button>
        </>
      )}
    </span>
  )
  return (
    <Banner kind="info" icon="rotate-ccw-clock" title={t('title', known)} action={action}>
      {t(mayChoose ? 'text' : 'waits', known)}
    </Banner>
  )
}

function useChoose(id: string) {
  const t = useTranslations('bulk.known')
  const common = useCommonRefusal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: KnownInput) => request<UploadView>(api.uploadKnown(id), { body }),
    onSuccess: (view, { take }) => {
      client.setQueryData(uploadQuery(id).queryKey, view)
      client.invalidateQueries({ queryKey: ['upload rows', id] })
      toast(t(take ? 'done.take' : 'done.anew'))
    },
    onError: (error) => {
      const code = problemCode(error)
      const own = code === 'known_not_offered' ? 'refused.known_not_offered' : 'refused.other'
      toastError(common(error) ?? t(own, { code }))
      client.invalidateQueries({ queryKey: uploadQuery(id).queryKey })
    },
  })
}

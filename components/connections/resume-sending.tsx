'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { toast, toastError } from '@/components/ui/messages/toast'
import { adminApi } from '@/lib/http/admin-paths'
import { connectionsQuery } from './queries'

/** Says that the cause of a stop was fixed: the next paid request is tried, and if it is accepted, all others follow. */
export function ResumeSending({ connectionId }: { connectionId: string }) {
  const t = useTranslations('connections.resume')
  const refusal = useRefusalText('other')
  const client = useQueryClient()
  const resume = useMutation({
    mutationFn: () => request(adminApi.connectionResume(connectionId), { method: 'POST' }),
    onSuccess: () => toast(t('done')),
    onError: (error) =>
      problemCode(error) === 'not_stopped' ? toast(t('notStopped')) : toastError(refusal(error)),
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  })
  return (
    <Button size="sm" icon="play" busy={resume.isPending} onClick={() => resume.mutate()}>
      {t('button')}
    </Button>
  )
}

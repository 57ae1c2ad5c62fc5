'use client'
import { useMutation } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import { toastError } from '@/components/ui/messages/toast'
import type { UnknownAttemptView } from '@/lib/attempts/view'
import { api } from '@/lib/http/paths'

const DecideDialog = dynamic(
  () => loadWithRetry(() => import('./decide-dialog').then((part) => part.DecideDialog)),
  {
    ssr: false,
  },
)

/** A written-off batch whose id was found later can still be attached. */
export function LateAttach({ attemptId }: { attemptId: string }) {
  const t = useTranslations('attempts.late')
  const shared = useTranslations('shell.refused')
  const [attempt, setAttempt] = useState<UnknownAttemptView | null>(null)
  const read = useMutation({
    mutationFn: () => request<UnknownAttemptView>(api.attempt(attemptId)),
    onSuccess: setAttempt,
    onError: () => toastError(shared('retry')),
  })
  return (
    <>
      <Button size="sm" busy={read.isPending} onClick={() => read.mutate()}>
        {t('button')}
      </Button>
      {attempt?.state === 'written_off' && (
        <DecideDialog attempt={attempt} onClose={() => setAttempt(null)} />
      )}
    </>
  )
}

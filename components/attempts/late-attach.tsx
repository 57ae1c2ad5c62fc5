'use client'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
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
  const [open, setOpen] = useState(false)
  const { data, isFetching } = useQuery({
    queryKey: ['attempts', attemptId],
    queryFn: ({ signal }) => request<UnknownAttemptView>(api.attempt(attemptId), { signal }),
    enabled: open,
    staleTime: 0,
  })
  return (
    <>
      <Button size="sm" busy={open && !data && isFetching} onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      {open && data?.state === 'written_off' && (
        <DecideDialog attempt={data} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

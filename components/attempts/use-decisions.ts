'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { toast } from '@/components/ui/messages/toast'
import type { ResolveInput } from '@/lib/attempts/schema'
import type { UnknownAttemptView } from '@/lib/attempts/view'
import { api } from '@/lib/http/paths'
import { attemptsQuery } from './queries'

/** Sends a resolution and then refetches the list, also when somebody else was faster. */
export function useResolve(attempt: UnknownAttemptView) {
  const t = useTranslations('attempts.done')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (input: ResolveInput) =>
      request<UnknownAttemptView>(api.attemptResolve(attempt.id), { body: input }),
    onSuccess: ({ state }, { as }) => {
      if (as === 'not_billed') toast(t('declared'))
      else toast(t(as === 'attached' && state !== 'attached' ? 'proposed' : as))
    },
    // the dialog doesn't wait for it
    onSettled: () => void refresh(),
  })
}

/** The second person's decision: true confirms what waits, false takes it back. */
export function useConfirm(attempt: UnknownAttemptView) {
  const t = useTranslations('attempts.done')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (agree: boolean) =>
      request<UnknownAttemptView>(api.attemptConfirm(attempt.id), {
        body: { agree, proposedAt: attempt.resolution?.proposedAt },
      }),
    onSuccess: ({ state }, agree) => {
      const kind = attempt.resolution?.kind === 'attached' ? 'attached' : 'not_billed'
      if (!agree) toast(t(`withdrawn.${kind}`))
      else toast(state === 'attached' ? t('attached') : t('confirmed', { count: attempt.items }))
    },
    onSettled: refresh,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: attemptsQuery.queryKey })
}

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
export function useResolve(attempt: UnknownAttemptView, onDone: () => void) {
  const t = useTranslations('attempts.done')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (input: ResolveInput) =>
      request<UnknownAttemptView>(api.attemptResolve(attempt.id), { body: input }),
    onSuccess: (_, input) => {
      toast(t(input.as === 'not_billed' ? 'declared' : input.as))
      onDone()
    },
    onSettled: refresh,
  })
}

/** The second person's decision: true confirms the declaration, false withdraws it. */
export function useConfirm(attempt: UnknownAttemptView) {
  const t = useTranslations('attempts.done')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (agree: boolean) =>
      request<UnknownAttemptView>(api.attemptConfirm(attempt.id), { body: { agree } }),
    onSuccess: (_, agree) => {
      toast(t(agree ? 'confirmed' : 'withdrawn', { count: attempt.items }))
    },
    onSettled: refresh,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: attemptsQuery.queryKey })
}

'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '@/components/live/event-stream'
import { request } from '@/components/live/request'
import { useThrottled } from '@/components/live/use-throttled'
import { api } from '@/lib/http/paths'
import type { Balance } from '@/lib/usage/balance.server'

const KEY = ['credits']
const AT_MOST_EVERY_MS = 5_000

/** The credits meter, updated while checks and files spend. Starts with the server's value. */
export function useCredits(rendered: Balance | undefined): Balance | undefined {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => request<{ balance: Balance | null }>(api.balance),
    initialData: { balance: rendered ?? null },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const refresh = useThrottled(() => void queries.invalidateQueries({ queryKey: KEY }), AT_MOST_EVERY_MS)
  useLiveEvent('upload', refresh)
  useLiveEvent('verification', refresh)
  return data.balance ?? undefined
}

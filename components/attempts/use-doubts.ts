'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '@/components/live/event-stream'
import { useThrottled } from '@/components/live/use-throttled'
import type { Role } from '@/lib/auth/roles'
import { attemptsQuery } from './queries'

const AT_MOST_EVERY_MS = 5_000

/** Keeps the list of lost answers fresh while checks and files are on their way. */
function useFreshDoubts() {
  const queries = useQueryClient()
  const refresh = useThrottled(
    () => void queries.invalidateQueries({ queryKey: attemptsQuery.queryKey }),
    AT_MOST_EVERY_MS,
  )
  useLiveEvent('upload', refresh)
  useLiveEvent('verification', refresh)
}

/** How many requests wait for a decision; 0 for those who may not decide and until it is known. */
export function useDoubtCount(roles: Role[]): number {
  const { data } = useInfiniteQuery({
    ...attemptsQuery,
    enabled: roles.includes('reviewer'),
    staleTime: 30_000,
  })
  useFreshDoubts()
  const total = data?.pages.at(-1)?.total
  return total ? total.batches + total.checks : 0
}

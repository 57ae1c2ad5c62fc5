'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '@/components/live/event-stream'
import { useThrottled } from '@/components/live/use-throttled'
import type { Role } from '@/lib/auth/roles'
import { attemptsQuery } from './queries'

const AT_MOST_EVERY_MS = 5_000

/**
 * The number of requests that wait for a decision, updated while checks and files are in progress; 0 until it is known,
 * and for people who may not decide.
 */
export function useUnknownAttemptCount(roles: Role[]): number {
  const queries = useQueryClient()
  const { data } = useInfiniteQuery({
    ...attemptsQuery,
    enabled: roles.includes('reviewer'),
    staleTime: 30_000,
  })
  const refresh = useThrottled(
    () => void queries.invalidateQueries({ queryKey: attemptsQuery.queryKey }),
    AT_MOST_EVERY_MS,
  )
  useLiveEvent('upload', refresh)
  useLiveEvent('verification', refresh)
  const total = data?.pages.at(-1)?.total
  return total ? total.batches + total.checks : 0
}

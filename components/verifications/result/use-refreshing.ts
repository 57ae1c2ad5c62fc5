'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLiveEvent } from '@/components/live/event-stream'
import { request } from '@/components/live/request'
import { checkQuery, type ShownCheck } from '@/components/verifications/desk/queries'
import { api } from '@/lib/http/paths'
import type { VerificationView } from '@/lib/verifications/view'

/** True while the provider may still add the result, or the bank's name and BIC. */
export function mayChange({ outcome, enrichment }: VerificationView): boolean {
  return outcome === 'waiting' || enrichment?.status === 'pending'
}

const FIRST_MS = 2_000
const LAST_MS = 30_000
/** After this many refetches, missing bank details can wait for the next visit. */
const MOST_FOR_DETAILS = 6

/**
 * Keeps a record up to date while the provider may still add to it: by the event stream, and by refetching with a
 * backoff. Reading costs nothing and never sends the check again.
 */
export function useRefreshing(check: ShownCheck) {
  const client = useQueryClient()
  const { id } = check
  const waiting = mayChange(check)
  const forever = check.outcome === 'waiting'
  useLiveEvent('verification', (event) => {
    if (event === null || event.id === id) client.invalidateQueries({ queryKey: checkQuery(id).queryKey })
  })
  useEffect(() => {
    if (!waiting) return
    let times = 0
    let ended = false
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      if (ended || (!forever && times >= MOST_FOR_DETAILS)) return
      timer = setTimeout(read, Math.min(FIRST_MS * 2 ** times++, LAST_MS))
    }
    const read = async () => {
      try {
        const fresh = await request<ShownCheck>(api.verificationRefresh(id), { method: 'POST' })
        client.setQueryData(checkQuery(id).queryKey, fresh)
      } catch {
        // rate limited for now; the stored record stays on screen
      }
      next()
    }
    next()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [id, waiting, forever, client])
}

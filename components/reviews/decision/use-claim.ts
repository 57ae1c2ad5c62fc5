'use client'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { ReviewItem } from '@/lib/reviews/view'

const OPEN_MS = 2_000
const RENEW_BELOW_MS = 5 * 60_000

type Claim = { id: string; until: string }

/**
 * Claims the item after two seconds on screen or at the first action, so that browsing locks nothing; activity renews
 * the claim.
 */
export function useClaim(item: ReviewItem | undefined, myId: string) {
  const [claim, setClaim] = useState<Claim | null>(null)
  const { mutate } = useMutation({
    mutationFn: (id: string) => request<{ claimedUntil: string }>(api.reviewClaim(id), { method: 'POST' }),
    onSuccess: ({ claimedUntil }, id) => setClaim({ id, until: claimedUntil }),
  })
  const id = item?.id
  const free = item?.blocked === null
  const until =
    claim && claim.id === id
      ? claim.until
      : item && item.claimedBy?.id === myId
        ? (item.claimedUntil ?? null)
        : null
  const left = useCallback(() => (until ? Date.parse(until) - Date.now() : 0), [until])

  useEffect(() => {
    if (!id || !free) return
    const timer = setTimeout(() => left() <= 0 && mutate(id), OPEN_MS)
    return () => clearTimeout(timer)
  }, [id, free, left, mutate])

  useEffect(() => {
    if (!id || !free || !until) return
    const renew = () => left() < RENEW_BELOW_MS && mutate(id)
    const events = ['keydown', 'pointerdown'] as const
    for (const event of events) window.addEventListener(event, renew)
    return () => {
      for (const event of events) window.removeEventListener(event, renew)
    }
  }, [id, free, until, left, mutate])

  const release = (released: string) => {
    if (!until) return
    setClaim(null)
    request(api.reviewClaim(released), { method: 'DELETE' }).catch(() => {
      // it was no longer mine, or it expires in ten minutes
    })
  }
  return { until, release, touch: () => id && free && left() <= 0 && mutate(id) }
}

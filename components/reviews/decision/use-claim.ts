'use client'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { request } from '@/components/live/request'
import { serverNow } from '@/components/ui/server-now'
import { api } from '@/lib/http/paths'
import type { ReviewItem } from '@/lib/reviews/view'
import { actedWithin } from './last-act'

const OPEN_MS = 2_000
/** An item that is shown longer after the person's last act was not opened by them. */
const OPENED_WITHIN_MS = 10_000
const RENEW_BELOW_MS = 5 * 60_000

/**
 * Claims the item after two seconds on screen or at the first action, so that browsing locks nothing; activity renews
 * the claim. An item that moves up or becomes free while nobody is there isn't claimed: that would lock it, and keep the
 * session alive. A component that shows one item only.
 */
export function useClaim({ id, blocked, claimedBy, claimedUntil }: ReviewItem, myId: string) {
  const [claimed, setClaimed] = useState<string | null>(null)
  const skipped = useRef(false)
  const giveUp = () => {
    request(api.reviewClaim(id), { method: 'DELETE' }).catch(() => {
      // it was no longer mine, or it expires in ten minutes
    })
  }
  const { mutate: claim } = useMutation({
    mutationFn: () => request<{ claimedUntil: string }>(api.reviewClaim(id), { method: 'POST' }),
    // a claim that was on its way when the item was skipped would lock it
    onSuccess: (answer) => (skipped.current ? giveUp() : setClaimed(answer.claimedUntil)),
  })
  const free = blocked === null
  const until = claimed ?? (claimedBy?.id === myId ? claimedUntil : null)
  const left = useCallback(() => (until ? Date.parse(until) - serverNow() : 0), [until])

  useEffect(() => {
    if (!free || !actedWithin(OPENED_WITHIN_MS)) return
    const timer = setTimeout(() => left() <= 0 && claim(), OPEN_MS)
    return () => clearTimeout(timer)
  }, [free, left, claim])

  useEffect(() => {
    if (!free || !until) return
    const renew = () => left() < RENEW_BELOW_MS && claim()
    const events = ['keydown', 'pointerdown'] as const
    for (const event of events) window.addEventListener(event, renew)
    return () => {
      for (const event of events) window.removeEventListener(event, renew)
    }
  }, [free, until, left, claim])

  const release = () => {
    skipped.current = true
    if (!until) return
    setClaimed(null)
    giveUp()
  }
  return { until, release, touch: () => free && left() <= 0 && claim() }
}

'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '@/components/live/event-stream'
import { useThrottled } from '@/components/live/use-throttled'
import { serverNow } from '@/components/ui/server-now'
import { needsRefetch, uploadQuery, withProgress } from '@/components/uploads/queries'
import type { UploadProgress } from '@/lib/uploads/view'

const READ_APART_MS = 2_000

/** An upload that stays up to date: events update the counts, and the rest is refetched, at most every two seconds. */
export function useUpload(id: string) {
  const client = useQueryClient()
  const query = useQuery(uploadQuery(id))
  const { queryKey } = uploadQuery(id)
  const readAgain = useThrottled(() => void client.invalidateQueries({ queryKey }), READ_APART_MS)
  useLiveEvent('upload', (event) => {
    if (event !== null && event.id !== id) return
    const before = client.getQueryData(queryKey)
    if (event === null || !before || !('counts' in event)) return readAgain()
    const progress = event as UploadProgress
    const now = new Date(serverNow()).toISOString()
    client.setQueryData(queryKey, { ...withProgress(before, progress), now })
    if (needsRefetch(before, progress)) readAgain()
  })
  return query
}

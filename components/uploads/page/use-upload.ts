'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useLiveEvent } from '@/components/live/event-stream'
import { needsRefetch, uploadQuery, withProgress } from '@/components/uploads/queries'
import type { UploadProgress } from '@/lib/uploads/view'

const READ_APART_MS = 2_000

/** An upload that stays up to date: events update the counts, and the rest is refetched, at most every two seconds. */
export function useUpload(id: string) {
  const client = useQueryClient()
  const query = useQuery(uploadQuery(id))
  const { queryKey } = uploadQuery(id)
  const readAgain = useSeldom(() => client.invalidateQueries({ queryKey }))
  useLiveEvent('upload', (event) => {
    if (event !== null && event.id !== id) return
    const before = client.getQueryData(queryKey)
    if (event === null || !before || !('counts' in event)) return readAgain()
    const progress = event as UploadProgress
    client.setQueryData(queryKey, withProgress(before, progress))
    if (needsRefetch(before, progress)) readAgain()
  })
  return query
}

/** Runs immediately and then at most once per interval, with a trailing call. */
function useSeldom(run: () => void): () => void {
  const latest = useRef(run)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    clearTimeout(timer.current)
    const go = () => {
      last.current = Date.now()
      latest.current()
    }
    timer.current = setTimeout(go, Math.max(last.current + READ_APART_MS - Date.now(), 0))
  }, [])
}

'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '@/components/live/event-stream'
import { isUploadOpen, percentOf } from '@/components/uploads/percent'
import { answeredOf } from '@/lib/uploads/counts'
import type { UploadItem, UploadProgress } from '@/lib/uploads/view'
import { uploadsQuery } from './list-query'

/** The percentage of the newest running upload, for the badge in the navigation. */
export function useRunningPercent(): number | undefined {
  const query = useInfiniteQuery(uploadsQuery)
  useLiveList()
  const item = query.data?.pages[0]?.items.find((each) => isUploadOpen(each) && each.status !== 'paused')
  return item && percentOf(answeredOf(item.counts), item.total)
}

/** Events update their row; an event for an unknown upload refetches the list. */
function useLiveList() {
  const client = useQueryClient()
  const { queryKey } = uploadsQuery
  useLiveEvent('upload', (event) => {
    const before = client.getQueryData(queryKey)
    const listed = before?.pages.some((page) => page.items.some(({ id }) => id === event?.id))
    if (!event || !before || !listed || !('counts' in event)) {
      client.invalidateQueries({ queryKey })
      return
    }
    const { bulks: _, ...moved } = event as UploadProgress
    const change = (item: UploadItem) =>
      item.id === moved.id && moved.version >= item.version ? { ...item, ...moved } : item
    client.setQueryData(queryKey, {
      ...before,
      pages: before.pages.map((page) => ({ ...page, items: page.items.map(change) })),
    })
  })
}

'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { isUploadOpen, percentOf } from '@/components/uploads/percent'
import { answeredOf } from '@/lib/uploads/counts'
import { uploadsQuery } from './list-query'
import { useLiveList } from './use-live-list'

/** The newest running upload with its percentage, for the badge in the navigation; null without one. */
export function useRunningUpload(): { id: string; percent: number } | null {
  const query = useInfiniteQuery(uploadsQuery())
  useLiveList()
  const item = query.data?.pages[0]?.items.find((each) => isUploadOpen(each) && each.status !== 'paused')
  return item ? { id: item.id, percent: percentOf(answeredOf(item.counts), item.total) } : null
}

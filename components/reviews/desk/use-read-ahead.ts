'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '@/components/live/when-idle'
import type { EnvironmentName } from '@/lib/http/paths'
import { itemQuery } from './queries'

/** Prefetches the next items in sequence while the browser is idle, so that moving to them is instant. */
export function useReadAhead(environment: EnvironmentName, ids: string[]) {
  const client = useQueryClient()
  const ahead = ids.join(' ')
  useEffect(() => {
    let left = false
    const read = ([id, ...later]: string[]) => {
      if (!id) return
      whenIdle(() => !left && client.prefetchQuery(itemQuery(environment, id)).then(() => read(later)))
    }
    read(ahead.split(' '))
    return () => {
      left = true
    }
  }, [ahead, client, environment])
}

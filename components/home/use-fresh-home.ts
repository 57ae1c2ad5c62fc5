'use client'
import { useEffect, useRef, useState } from 'react'
import { useLiveChanges } from '@/components/live/event-stream'
import { request } from '@/components/live/request'
import type { HomeData, HomeNews } from '@/lib/home/view'
import { api, type EnvironmentName } from '@/lib/http/paths'

const REST_MS = 5_000

/**
 * Reads Home again after an event, at most every five seconds. In the background, so that an unattended page doesn't
 * extend the session, as a refresh of the page would.
 * @returns what is newer than the data of the page, or undefined
 */
export function useFreshHome(environment: EnvironmentName, of: HomeData): HomeNews | undefined {
  const [fresh, setFresh] = useState<{ of: HomeData; news: HomeNews }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = () => {
    timer.current ??= setTimeout(async () => {
      timer.current = undefined
      // after a failure the next event tries again
      const news = await request<HomeNews>(api.home(environment)).catch(() => undefined)
      if (news) setFresh({ of, news })
    }, REST_MS)
  }
  useLiveChanges(soon)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return fresh?.of === of ? fresh.news : undefined
}

'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useLiveEvent } from '@/components/live/event-stream'

const REST_MS = 5_000

/** Refetches the numbers after an event, at most every five seconds. */
export function useFreshHome() {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      router.refresh()
    }, REST_MS)
  }
  useLiveEvent('upload', soon)
  useLiveEvent('review', soon)
  useLiveEvent('verification', soon)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}

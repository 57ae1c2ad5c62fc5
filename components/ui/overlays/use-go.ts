'use client'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useMounted } from '../use-mounted'
import { goFrom } from './leaving'

/** The way to another page from an event or an answer; see `goFrom`. A link needs no hook. */
export function useGo() {
  const router = useRouter()
  const mounted = useMounted()
  return useMemo(() => goFrom(mounted, (to) => router.push(to)), [mounted, router])
}

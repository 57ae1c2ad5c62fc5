'use client'
import { useEffect, useEffectEvent } from 'react'
import { api, type EnvironmentName } from '@/lib/http/paths'
import { whenIdle } from './when-idle'

/** The events of GET /api/events with their data. All except `workers` only mean "refetch". */
type LiveEvents = {
  upload: { id: string }
  review: { environment: EnvironmentName }
  verification: { id: string }
  workers: { heard: boolean }
}
type Name = keyof LiveEvents
/** `null`: events may have been missed, so refetch. */
type Handler<N extends Name> = (data: LiveEvents[N] | null) => void

const NAMES: Name[] = ['upload', 'review', 'verification', 'workers']
const POLL_MS = 10_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
const CLOSED = 2

const handlers: { [N in Name]: Set<Handler<N>> } = {
  upload: new Set(),
  review: new Set(),
  verification: new Set(),
  workers: new Set(),
}
let source: EventSource | undefined
let delay = FIRST_RETRY_MS
let retry: ReturnType<typeof setTimeout> | undefined
let poll: ReturnType<typeof setInterval> | undefined

const hasHandlers = () => NAMES.some((name) => handlers[name].size > 0)
const readAgain = () => {
  for (const name of NAMES) for (const handler of handlers[name]) handler(null)
}

function open() {
  clearTimeout(retry)
  source?.close()
  const next = new EventSource(api.events)
  source = next
  next.onopen = () => {
    delay = FIRST_RETRY_MS
    // refetch what changed before the stream was open, after the first render too
    readAgain()
  }
  next.onerror = () => {
    // EventSource reconnects automatically, except after a response other than 200
    if (next.readyState !== CLOSED || source !== next) return
    // the session may be over: a request shows it immediately
    if (delay === FIRST_RETRY_MS) readAgain()
    retry = setTimeout(open, delay)
    delay = Math.min(delay * 2, LAST_RETRY_MS)
  }
  for (const name of NAMES)
    next.addEventListener(name, (event) => dispatch(name, event as MessageEvent<string>))
  // the server lost its own database connection for a moment
  next.addEventListener('again', readAgain)
}

function dispatch<N extends Name>(name: N, event: MessageEvent<string>) {
  const data = JSON.parse(event.data) as LiveEvents[N]
  for (const handler of handlers[name]) handler(data)
}

const isConnected = () => source?.readyState === EventSource.OPEN

function start() {
  if (poll) return
  // nothing needs the first event yet: hydration comes first
  whenIdle(() => poll && open())
  poll = setInterval(() => {
    if (!isConnected() && document.visibilityState === 'visible') readAgain()
  }, POLL_MS)
  window.addEventListener('pagehide', pause)
  window.addEventListener('pageshow', resume)
}

function stop() {
  clearInterval(poll)
  poll = undefined
  pause()
  window.removeEventListener('pagehide', pause)
  window.removeEventListener('pageshow', resume)
}

function pause() {
  clearTimeout(retry)
  source?.close()
  source = undefined
}

function resume(event: PageTransitionEvent) {
  if (event.persisted) open()
}

/**
 * Runs the handler for every event with this name, and with `null` whenever events may have been missed. All components
 * of a tab share one EventSource; while it is disconnected the handlers run every ten seconds.
 */
export function useLiveEvent<N extends Name>(name: N, handler: Handler<N>): void {
  const run = useEffectEvent(handler)
  useEffect(() => {
    handlers[name].add(run)
    start()
    return () => {
      handlers[name].delete(run)
      // during navigation the last listener is gone only for a moment
      setTimeout(() => !hasHandlers() && stop(), 1_000)
    }
  }, [name])
}

/** Runs the handler for every event of a check, an upload or a review, as `useLiveEvent` does. */
export function useLiveChanges(handler: () => void): void {
  useLiveEvent('verification', handler)
  useLiveEvent('upload', handler)
  useLiveEvent('review', handler)
}

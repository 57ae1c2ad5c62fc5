'use client'
import { useEffect, useRef } from 'react'
import { api, type EnvironmentName } from '@/lib/http/paths'
import { whenIdle } from './when-idle'

/** The names of GET /api/events and what each carries. All but `workers` only say "read again". */
type LiveEvents = {
  upload: { id: string }
  review: { environment: EnvironmentName }
  verification: { id: string }
  workers: { heard: boolean }
}
type Name = keyof LiveEvents
/** `null`: events may have been missed, read again. */
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

const wanted = () => NAMES.some((name) => handlers[name].size > 0)
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
    // what happened while nobody listened is read once; a page was drawn before its first listening, too
    readAgain()
  }
  next.onerror = () => {
    // the browser reconnects by itself, except after an answer that was not 200: then nobody does
    if (next.readyState !== CLOSED || source !== next) return
    // the session may be over: reading shows it at once
    if (delay === FIRST_RETRY_MS) readAgain()
    retry = setTimeout(open, delay)
    delay = Math.min(delay * 2, LAST_RETRY_MS)
  }
  for (const name of NAMES)
    next.addEventListener(name, (event) => dispatch(name, event as MessageEvent<string>))
  // the server lost its own ear for a moment
  next.addEventListener('again', readAgain)
}

function dispatch<N extends Name>(name: N, event: MessageEvent<string>) {
  const data = JSON.parse(event.data) as LiveEvents[N]
  for (const handler of handlers[name]) handler(data)
}

const listening = () => source?.readyState === EventSource.OPEN

function start() {
  if (poll) return
  // nobody waits for the first event: the page answers to its keys first
  whenIdle(() => poll && open())
  poll = setInterval(() => {
    if (!listening() && document.visibilityState === 'visible') readAgain()
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
 * Runs the handler for every event of this name, and with `null` whenever events may have been missed. All users of a
 * tab share one EventSource; while it is down the handlers run every ten seconds.
 */
export function useLiveEvent<N extends Name>(name: N, handler: Handler<N>): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const own: Handler<N> = (data) => latest.current(data)
    handlers[name].add(own)
    start()
    return () => {
      handlers[name].delete(own)
      // a change of page takes the last one away for a moment only
      setTimeout(() => !wanted() && stop(), 1_000)
    }
  }, [name])
}

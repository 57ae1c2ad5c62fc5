import { createElement, Fragment, type ReactNode } from 'react'
import type { toast as Sonner } from 'sonner'
import { loadWithRetry } from '../lazy'
import { announce } from './live-text'

type Options = {
  action?: { label: ReactNode; onClick: () => void }
  /** Already announced, in other words. */
  said?: boolean
}

const SHORT_MS = 5_000
const WITH_ACTION_MS = 10_000
/** For each character, at 150 words a minute. */
const READING_MS = 80
/** A failure stays long enough to read, also when another toast appears after it. */
const FAILED_MS = 30_000

const ISOLATED = /\u2068([^\u2069]*)\u2069/

/** A name in the words of a note: it keeps its own direction, and the words around it keep theirs. */
export const bidiIsolate = (name: string): string => `\u2068${name}\u2069`

/** The words with each isolated name in an element of its own, so that they can be found and copied as they are read. */
export const titleOf = (words: string): ReactNode =>
  createElement(
    Fragment,
    null,
    ...words.split(ISOLATED).map((part, n) => (n % 2 ? createElement('bdi', { key: n }, part) : part)),
  )

const plainTextOf = (words: string): string => words.replace(/[\u2068\u2069]/g, '')

let tellFirst = () => {}
/** Fulfilled with the first note. */
export const firstNote = new Promise<void>((resolve) => {
  tellFirst = resolve
})

let loading: Promise<typeof import('sonner')> | undefined

/** What draws the notes, fetched once: a lost connection is reported by what was fetched before. */
export function loadNotes() {
  loading ??= loadWithRetry(() => import('sonner'))
  return loading
}

/** Notes change in the order of the calls. */
function draw(change: (note: typeof Sonner) => void) {
  tellFirst()
  void loadNotes().then((part) => change(part.toast))
}

let count = 0
let last: string | undefined

/** Long enough to read; with an action at least ten seconds. */
export const durationOf = (title: string, hasAction: boolean): number =>
  Math.max(hasAction ? WITH_ACTION_MS : SHORT_MS, title.length * READING_MS)

/** A toast, which is announced, and replaces the one before. Alt T moves the focus to it. */
export function toast(title: string, { said, ...options }: Options = {}) {
  if (!said) announce(plainTextOf(title))
  dismissNote()
  count += 1
  const id = `note-${count}`
  last = id
  const duration = durationOf(title, options.action !== undefined)
  draw((note) => note(titleOf(title), { ...options, id, duration }))
}

/** A toast for a failure: later ones cover it without removing it. */
export function toastError(title: string, options: Omit<Options, 'said'> = {}) {
  announce(plainTextOf(title))
  draw((note) => note.error(titleOf(title), { ...options, duration: FAILED_MS }))
}

/** Dismisses the toast when its action is no longer possible. */
export function dismissNote() {
  const id = last
  if (id !== undefined) draw((note) => note.dismiss(id))
  last = undefined
}

import { createElement, Fragment, type ReactNode } from 'react'
import { toast as note } from 'sonner'
import { announce } from './live-text'

type Options = { description?: string; action?: { label: ReactNode; onClick: () => void } }

const SHORT_MS = 5_000
const WITH_ACTION_MS = 10_000
/** A failure is read before it goes, also when a note came after it. */
const FAILED_MS = 30_000

const ISOLATED = /\u2068([^\u2069]*)\u2069/

/** A name in the words of a note: it keeps its own direction, and the words around it keep theirs. */
export const isolated = (name: string): string => `\u2068${name}\u2069`

/** The words with each isolated name in an element of its own, so that they can be found and copied as they are read. */
export const titleOf = (words: string): ReactNode =>
  createElement(
    Fragment,
    null,
    ...words.split(ISOLATED).map((part, n) => (n % 2 ? createElement('bdi', { key: n }, part) : part)),
  )

let last: string | number | undefined

/**
 * A short note at the bottom, in the place of the one before; with an action it stays ten seconds. Alt T moves the
 * focus there.
 */
export function toast(title: string, options: Options = {}) {
  dismissNote()
  last = note(titleOf(title), { ...options, duration: options.action ? WITH_ACTION_MS : SHORT_MS })
}

/** The same for something that went wrong: what comes later lies over it and does not take it away. */
export function toastError(title: string, options: Options = {}) {
  note.error(titleOf(title), { ...options, duration: FAILED_MS })
}

/** Why a key or a button did nothing: seen and spoken. */
export function explain(why: string) {
  announce(why)
  toast(why)
}

/** Takes the note away, when what it offers cannot be had any more. */
export function dismissNote() {
  if (last !== undefined) note.dismiss(last)
  last = undefined
}

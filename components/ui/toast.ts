import type { ReactNode } from 'react'
import { toast as note } from 'sonner'
import { announce } from './live-text'

type Options = { description?: string; action?: { label: ReactNode; onClick: () => void } }

const SHORT_MS = 5_000
const WITH_ACTION_MS = 10_000
/** A failure is read before it goes, also when a note came after it. */
const FAILED_MS = 30_000

let last: string | number | undefined

/**
 * A short note at the bottom, in the place of the one before; with an action it stays ten seconds. Alt T moves the
 * focus there.
 */
export function toast(title: string, options: Options = {}) {
  dismissNote()
  last = note(title, { ...options, duration: options.action ? WITH_ACTION_MS : SHORT_MS })
}

/** The same for something that went wrong: what comes later lies over it and does not take it away. */
export function toastError(title: string, options: Options = {}) {
  note.error(title, { ...options, duration: FAILED_MS })
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

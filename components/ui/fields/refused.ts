'use client'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '../messages/live-text'

type Submission = {
  /** how often the form was submitted */
  count: number
  /** for a moment after a submission: what was refused is still that of the one before */
  isStale: boolean
  /** shows above the fields what was refused about a value that was edited meanwhile */
  showAbove: (message: ReactNode) => void
}
export const SubmissionContext = createContext<Submission | null>(null)

/**
 * What was refused about a field: the first refused field takes the focus, and each shows its message until it is edited.
 * A refusal that comes after the edit is about another value, so the form shows it above its fields.
 * @returns the message while it is shown, and the props of the box around the control and the message
 */
export function useRefused<Box extends HTMLElement>(refused: ReactNode) {
  const form = useContext(SubmissionContext)
  const ref = useRef<Box>(null)
  // the last submissions after which it was edited, and whose refusal was presented
  const [edited, setEdited] = useState(-1)
  const presented = useRef(-1)
  const isRefused = Boolean(refused) && !form?.isStale
  const isEdited = edited === form?.count
  const present = useEffectEvent(() => {
    if (!form || presented.current === form.count) return
    presented.current = form.count
    if (isEdited) form.showAbove(refused)
    else focusOrAnnounce(ref.current)
  })
  useEffect(() => {
    if (isRefused) present()
  }, [isRefused])
  return {
    shown: isRefused && !isEdited && refused,
    box: { ref, onInput: () => form && setEdited(form.count) },
  }
}

/** A control that has the focus already is not read again, so the message is. */
function focusOrAnnounce(box: HTMLElement | null) {
  const first = box?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!first || !box?.contains(first)) return
  const control = first.querySelector('input') ?? first
  if (control !== document.activeElement) control.focus()
  else announce(box.querySelector('.field-error')?.textContent ?? '')
}

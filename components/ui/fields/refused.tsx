'use client'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Banner } from '../messages/banner'
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

/** The submissions of a form, for the fields in it, and the message above them. */
export function useSubmissions() {
  const [count, setCount] = useState(0)
  const [isStale, setStale] = useState(false)
  const [above, showAbove] = useState<ReactNode>(null)
  const begin = () => {
    setCount(count + 1)
    setStale(true)
    showAbove(null)
    // React Query removes the error of the last request in a timer, too
    setTimeout(() => setStale(false))
  }
  return { submission: useMemo(() => ({ count, isStale, showAbove }), [count, isStale]), above, begin }
}

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

/** What was refused that is about no field: shown until the form is edited. */
export function RefusedBanner({ children }: { children: ReactNode }) {
  const [edited, setEdited] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = box.current?.closest('form')
    const hide = () => setEdited(true)
    form?.addEventListener('input', hide)
    // the button may be below what is visible of a long form
    box.current?.scrollIntoView({ block: 'nearest' })
    return () => form?.removeEventListener('input', hide)
  }, [])
  if (edited) return null
  return (
    <div ref={box} className="w-full">
      <Banner kind="error">{children}</Banner>
    </div>
  )
}

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
  /** false for the moment in which it still has what was refused of the submission before */
  settled: boolean
  /** shows above the fields what was refused about a value that was edited meanwhile */
  tellLate: (message: ReactNode) => void
}
export const SubmissionContext = createContext<Submission | null>(null)

/** The submissions of a form, for the fields in it. */
export function useSubmissions() {
  const [count, setCount] = useState(0)
  const [settled, setSettled] = useState(true)
  const [late, tellLate] = useState<ReactNode>(null)
  const begin = () => {
    setCount(count + 1)
    setSettled(false)
    tellLate(null)
    // the query library takes the last refusal away with a timer
    setTimeout(() => setSettled(true))
  }
  return { submission: useMemo(() => ({ count, settled, tellLate }), [count, settled]), late, begin }
}

/**
 * What was refused about a field: it takes the focus if it is the first one, and the message is shown until it is edited.
 * What comes after the edit is about another value, so the form says it above its fields.
 * @returns the message while it is shown, and the props of the box around the control and the message
 */
export function useRefused<Box extends HTMLElement>(refused: ReactNode) {
  const form = useContext(SubmissionContext)
  const ref = useRef<Box>(null)
  const [edited, setEdited] = useState(-1)
  const told = useRef(-1)
  const given = Boolean(refused) && form?.settled !== false
  const hidden = edited === form?.count
  const arrive = useEffectEvent(() => {
    if (!form || told.current === form.count) return
    told.current = form.count
    if (hidden) form.tellLate(refused)
    else focusOrSay(ref.current)
  })
  useEffect(() => {
    if (given) arrive()
  }, [given])
  return {
    shown: given && !hidden && refused,
    box: { ref, onInput: () => form && setEdited(form.count) },
  }
}

/** A control that has the focus already is not read again, so the message is. */
function focusOrSay(box: HTMLElement | null) {
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

'use client'
import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Banner } from '../messages/banner'
import { SubmissionContext } from './refused'

type FormProps = ComponentProps<'form'> & {
  /** What was refused of the last submission that is about no field; goes at the next edit. */
  refused?: ReactNode
}

/**
 * A form that is submitted by script only. Before hydration Enter does nothing: with the method `dialog`, a form
 * outside a `<dialog>` is not submitted, and its input never enters a URL. After a refusal the first refused field has the
 * focus.
 */
export function Form({ refused, onSubmit, children, ...rest }: FormProps) {
  const { submission, above, begin } = useSubmissions()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // a dialog inside this form is no part of it
    event.stopPropagation()
    onSubmit?.(event)
    begin()
  }
  const message = !submission.isStale && (refused || above)
  return (
    <form noValidate method="dialog" {...rest} onSubmit={submit}>
      <SubmissionContext value={submission}>
        {message && <RefusedBanner key={submission.count}>{message}</RefusedBanner>}
        {children}
      </SubmissionContext>
    </form>
  )
}

/** The submissions of a form, for the fields in it, and the message above them. */
function useSubmissions() {
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

/** What was refused that is about no field: shown until the form is edited. */
function RefusedBanner({ children }: { children: ReactNode }) {
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

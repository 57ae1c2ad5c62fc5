import type { StepUpMethod } from '@/lib/auth/step-up.server'

let show: ((ways: StepUpMethod[]) => void) | undefined
let asked: { promise: Promise<boolean>; answer: (confirmed: boolean) => void } | undefined

/** Registers the dialog of the page. @returns a function that unregisters it */
export function onStepUp(open: (ways: StepUpMethod[]) => void): () => void {
  show = open
  return () => {
    if (show === open) show = undefined
    answerSteppedUp(false)
  }
}

/** The person has proved their identity, or has closed the dialog. */
export function answerSteppedUp(confirmed: boolean): void {
  asked?.answer(confirmed)
  asked = undefined
}

/**
 * Asks the person for a proof of identity. Concurrent refusals share one dialog.
 * @returns true: retry the action
 */
export function askToStepUp(ways: StepUpMethod[]): Promise<boolean> {
  if (!show) return Promise.resolve(false)
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    asked = { promise, answer: resolve }
    show(ways)
  }
  return asked.promise
}

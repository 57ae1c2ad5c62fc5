import type { StepUpMethod } from '@/lib/auth/step-up.server'

let show: ((ways: StepUpMethod[]) => void) | undefined
let asked: { promise: Promise<boolean>; answer: (confirmed: boolean) => void } | undefined

/** The dialog that asks; one for the whole page. @returns takes it away */
export function onStepUp(open: (ways: StepUpMethod[]) => void): () => void {
  show = open
  return () => {
    if (show === open) show = undefined
    answerSteppedUp(false)
  }
}

/** The person has proved who they are, or has closed the dialog. */
export function answerSteppedUp(confirmed: boolean): void {
  asked?.answer(confirmed)
  asked = undefined
}

/**
 * Asks the person to prove who they are. Several acts that are refused at once share one question.
 * @returns true: the act may be tried again
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

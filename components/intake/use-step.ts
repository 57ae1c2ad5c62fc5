'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { missingIn } from './columns/missing'
import type { IntakeState } from './use-intake'

export const STEPS = ['file', 'columns', 'rows', 'send'] as const
export type Step = (typeof STEPS)[number]

const parser = parseAsStringLiteral(STEPS).withDefault('file').withOptions({ history: 'push' })

/** The step in the URL, as far as the file allows: the first without a file, the second without a column map. */
export function useStep(state: IntakeState): [Step, (step: Step) => void] {
  const [asked, setStep] = useQueryState('step', parser)
  const step = reachable(asked, state)
  useEffect(() => {
    // the heading of a new step takes the focus, except on the first one
    if (step !== 'file') document.querySelector<HTMLElement>('#main h1')?.setAttribute('tabindex', '-1')
    if (step !== 'file') document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    document.getElementById('main')?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return [step, (next) => void setStep(next)]
}

function reachable(asked: Step, state: IntakeState): Step {
  if (state.phase !== 'ready') return 'file'
  const late = STEPS.indexOf(asked) > STEPS.indexOf('columns')
  return late && missingIn(state.opened.map, state.opened.amounts).length > 0 ? 'columns' : asked
}

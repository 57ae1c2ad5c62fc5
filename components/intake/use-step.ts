'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { missingMeanings } from './columns/missing'
import type { IntakeState } from './use-intake'

export const INTAKE_STEPS = ['file', 'columns', 'rows', 'send'] as const
export type IntakeStep = (typeof INTAKE_STEPS)[number]

const parser = parseAsStringLiteral(INTAKE_STEPS).withDefault('file').withOptions({ history: 'push' })

/** The step in the URL, as far as the file allows: the first without a file, the second without a column map. */
export function useStep(state: IntakeState): [IntakeStep, (step: IntakeStep) => void] {
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

function reachable(asked: IntakeStep, state: IntakeState): IntakeStep {
  if (state.phase !== 'ready') return 'file'
  const late = INTAKE_STEPS.indexOf(asked) > INTAKE_STEPS.indexOf('columns')
  return late && missingMeanings(state.opened.map, state.opened.amounts).length > 0 ? 'columns' : asked
}

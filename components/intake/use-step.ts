'use client'
import { parseAsStringLiteral } from 'nuqs/server'
import { useEffect } from 'react'
import { useUrlState } from '@/components/live/use-url-state'
import { missingMeanings } from './columns/missing'
import type { IntakeState } from './use-intake'

export const INTAKE_STEPS = ['file', 'columns', 'rows', 'send'] as const
export type IntakeStep = (typeof INTAKE_STEPS)[number]

const parsers = { step: parseAsStringLiteral(INTAKE_STEPS).withDefault('file') }

/** The step in the URL, as far as the file allows: the first without a file, the second without a column map. */
export function useStep(state: IntakeState): [IntakeStep, (step: IntakeStep) => void] {
  const [asked, ask] = useUrlState(parsers, 'push')
  const step = reachable(asked.step, state)
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('#main h1')
    // the heading of a new step takes the focus, except on the first one
    if (step !== 'file') {
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
    }
    document.getElementById('main')?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return [step, (next) => ask({ step: next })]
}

function reachable(asked: IntakeStep, state: IntakeState): IntakeStep {
  if (state.phase !== 'ready') return 'file'
  const late = INTAKE_STEPS.indexOf(asked) > INTAKE_STEPS.indexOf('columns')
  return late && missingMeanings(state.opened.map, state.opened.amounts).length > 0 ? 'columns' : asked
}

import { z } from 'zod'
import { inOrder, type Period } from '@/lib/platform/days/period'

/** A day of the calendar as filters name it: 2026-11-21. The calendar has no year 0. */
export const day = z.iso.date().refine((text) => text >= '0001', { params: { code: 'date' } })

/** For schemas with `from` and `to`: refuses, with the code `date`, a period that ends before it begins. */
export function demandOrder(period: Period, context: z.RefinementCtx): void {
  if (inOrder(period)) return
  const message = 'The period ends before it starts. Choose a later last day.'
  context.addIssue({ code: 'custom', path: ['to'], params: { code: 'date' }, message })
}

import { z } from 'zod'
import { inOrder, type Period } from '@/lib/platform/days/period'

/** A calendar day in filters: 2026-11-21. */
export const day = z.iso
  .date()
  .refine((text) => text >= '0001', { params: { code: 'date' }, message: 'The calendar has no year 0.' })

/** For schemas with `from` and `to`: rejects a period that ends before it begins, with the code `date`. */
export function refineDateOrder(period: Period, context: z.RefinementCtx): void {
  if (inOrder(period)) return
  const message = 'The period ends before it starts. Choose a later last day.'
  context.addIssue({ code: 'custom', path: ['to'], params: { code: 'date' }, message })
}

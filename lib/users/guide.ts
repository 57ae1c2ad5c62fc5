import type { Role } from '@/lib/auth/roles'

export const STEPS = ['check', 'file', 'decide', 'evidence'] as const
export type Step = (typeof STEPS)[number]
export type Guide = { step: Step; done: boolean }[]

const NEEDS: Record<Step, Role[]> = {
  check: ['analyst'],
  file: ['analyst'],
  decide: ['reviewer'],
  evidence: ['analyst', 'reviewer'],
}

/** The audit actions that complete each step. */
export const SHOWN_BY: Record<Step, string[]> = {
  check: ['verification.checked'],
  file: ['upload.created'],
  decide: ['review.approved', 'review.rejected', 'review.escalated'],
  evidence: ['evidence.exported'],
}

/** The steps available to these roles, in order. Admins without another role have none. */
export const stepsOf = (roles: readonly Role[]): Step[] =>
  STEPS.filter((step) => NEEDS[step].some((role) => roles.includes(role)))

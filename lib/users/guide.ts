import type { Role } from '@/lib/auth/roles'

export const OWN_STEPS = ['check', 'file', 'decide', 'evidence'] as const
/** Those of the office come first: they are done whoever took them. */
export const STEPS = ['connect', 'invite', ...OWN_STEPS] as const
type OwnStep = (typeof OWN_STEPS)[number]
export type Step = (typeof STEPS)[number]
export type Guide = { step: Step; done: boolean }[]

const NEEDS: Record<Step, Role[]> = {
  connect: ['admin'],
  invite: ['admin'],
  check: ['analyst'],
  file: ['analyst'],
  decide: ['reviewer'],
  evidence: ['analyst', 'reviewer'],
}

/** The audit actions that complete each of a person’s own steps. */
export const SHOWN_BY: Record<OwnStep, string[]> = {
  check: ['verification.checked'],
  file: ['upload.created'],
  decide: ['review.approved', 'review.rejected', 'review.escalated'],
  evidence: ['evidence.exported'],
}

/** The steps available to these roles, in order. */
export const stepsOf = (roles: readonly Role[]): Step[] =>
  STEPS.filter((step) => NEEDS[step].some((role) => roles.includes(role)))

import { defineRoute, methods } from '@/lib/http/route.server'
import { changePaymentPolicy } from '@/lib/payments/policy/change.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { policyChange } from '@/lib/payments/schema'

/** GET: the policy for payment runs. PUT changes it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: () => readPaymentPolicy() }),
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: policyChange,
    handle: ({ body, by }) => changePaymentPolicy(body, by),
  }),
})

import { defineRoute, methods } from '@/lib/http/route.server'
import { dryRunPolicy } from '@/lib/payments/policy/dry-run.server'
import { policyInput } from '@/lib/payments/schema'

/** Which lines of past runs would have another gate under this policy. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({ roles: ['admin'], body: policyInput, handle: ({ body }) => dryRunPolicy(body) }),
})

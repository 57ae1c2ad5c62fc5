import { defineRoute, methods } from '@/lib/http/route.server'
import { changeLimits, readLimits } from '@/lib/limits/limits.server'
import { limitsChange } from '@/lib/limits/schema'

/** The limits above which somebody is warned or asked. PUT changes them. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: () => readLimits() }),
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: limitsChange,
    handle: async ({ body, auditActor }) => {
      await changeLimits(body, auditActor)
      return readLimits()
    },
  }),
})

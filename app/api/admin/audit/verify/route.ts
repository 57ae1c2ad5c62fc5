import { verifyAndKeep } from '@/lib/audit/verify.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Recomputes the whole chain now. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({ roles: ['admin'], handle: () => verifyAndKeep() }),
})

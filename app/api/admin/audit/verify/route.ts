import { verifyAndStore } from '@/lib/audit/verify.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Verifies the whole hash chain now. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({ roles: ['admin'], handle: () => verifyAndStore() }),
})

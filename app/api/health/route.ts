import { definePublicRoute, methods } from '@/lib/http/route.server'
import { env } from '@/lib/platform/env.server'

/** Liveness: the process runs, with the id of this start. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: definePublicRoute(async () => ({ status: 'up', bootId: env().BOOT_ID })),
})

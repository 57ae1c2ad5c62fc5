import { definePublicRoute, methods } from '@/lib/http/route.server'
import { env } from '@/lib/platform/env.server'

export const dynamic = 'force-dynamic'

/** Is the process up, and which start is it? */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: definePublicRoute(async () => ({ status: 'up', bootId: env().BOOT_ID })),
})

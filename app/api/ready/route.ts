import { jsonResponse } from '@/lib/http/problem.server'
import { readiness } from '@/lib/http/readiness.server'
import { definePublicRoute, methods } from '@/lib/http/route.server'

/**
 * Readiness: 200 when the database answers, migrations are complete and a worker is alive; otherwise 503 with what is
 * missing.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: definePublicRoute(async () => {
    const state = await readiness()
    return jsonResponse(state, state.ready ? 200 : 503)
  }),
})

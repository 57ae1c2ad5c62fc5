import { defineRoute, methods } from '@/lib/http/route.server'
import { listErasures } from '@/lib/retention/erasure/request.server'
import { resumeErasure } from '@/lib/retention/erasure/resume.server'

/** POST resumes an erasure that a legal hold had stopped. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, actor, auditActor }) => {
      await resumeErasure(params.id, auditActor)
      return { items: await listErasures(actor) }
    },
  }),
})

import { resumePaidRequests } from '@/lib/connections/resume.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Resumes after missing credits: one paid request is tried first. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin', 'reviewer'],
    handle: ({ params, auditActor }) => resumePaidRequests(params.id, auditActor),
  }),
})

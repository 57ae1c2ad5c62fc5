import { defineRoute, methods } from '@/lib/http/route.server'
import { approvalInput } from '@/lib/uploads/approval/approval'
import { decideUpload } from '@/lib/uploads/approval/decide.server'
import { readUpload } from '@/lib/uploads/queries.server'

/** A second person approves or declines an upload. Returns the upload. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['reviewer', 'admin'],
    body: approvalInput,
    handle: async ({ params, body, actor, by }) => {
      await decideUpload(params.id, body, by)
      return readUpload(params.id, actor)
    },
  }),
})

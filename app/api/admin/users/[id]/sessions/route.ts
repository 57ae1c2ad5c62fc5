import { defineRoute, methods } from '@/lib/http/route.server'
import { signOutEverywhere } from '@/lib/users/change.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    roles: ['admin'],
    handle: ({ params, by }) => signOutEverywhere(params.id, by),
  }),
})

import { checkHost } from '@/lib/http/origin.server'
import { definePublicRoute, methods } from '@/lib/http/route.server'
import { Refusal } from '@/lib/platform/refusal'

const nowhere = definePublicRoute(async (request) => {
  checkHost(request)
  throw new Refusal(404, 'not_found', 'There is nothing at this address.')
})

/** Every address without a route: a program gets a problem here, not the page of a wrong address. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: nowhere,
  POST: nowhere,
  PUT: nowhere,
  PATCH: nowhere,
  DELETE: nowhere,
})

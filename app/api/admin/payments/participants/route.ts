import { defineRoute, methods } from '@/lib/http/route.server'
import { MAX_REGISTER_BYTES } from '@/lib/payments/participants/read-register'
import { loadRegister, readRegisterState, removeRegister } from '@/lib/payments/participants/register.server'

/** GET: the loaded register of participants of the scheme. PUT replaces it by a CSV file, DELETE removes it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: () => readRegisterState() }),
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    maxBytes: MAX_REGISTER_BYTES,
    handle: ({ request, by }) => loadRegister(request, by),
  }),
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: ({ auditActor }) => removeRegister(auditActor),
  }),
})

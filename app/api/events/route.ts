import { hub } from '@/lib/http/hub.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { eventStream } from '@/lib/uploads/stream.server'

/** One event stream per tab with the changes for this person. Does not extend the session. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    ownAct: false,
    handle: async ({ request, actor }) => {
      // a short database outage is no error for the browser: the hub reconnects
      await hub().ready.catch(() => {})
      return eventStream(actor, request.signal)
    },
  }),
})

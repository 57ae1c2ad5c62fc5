import { hub } from '@/lib/http/hub.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { eventStream } from '@/lib/uploads/stream.server'

export const dynamic = 'force-dynamic'

/** One stream per tab: what changes for the person who is signed in. Does not keep the session alive. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    ownAct: false,
    handle: async ({ request, actor }) => {
      // a database that is away for a moment is no error for a browser: the hub connects again by itself
      await hub().ready.catch(() => {})
      return eventStream(actor, request.signal)
    },
  }),
})

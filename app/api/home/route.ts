import { z } from 'zod'
import { readHome, readHomeDays } from '@/lib/home/home.server'
import type { HomeNews } from '@/lib/home/view'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { defineRoute, methods } from '@/lib/http/route.server'

const query = z.strictObject({ environment: z.enum(ENVIRONMENTS).default('live') })

/** What Home shows, read again in the background. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    query,
    ownAct: false,
    handle: async ({ query: { environment }, actor }): Promise<HomeNews> => {
      const [data, days] = await Promise.all([readHome(environment, actor), readHomeDays(environment, actor)])
      return { data, days }
    },
  }),
})

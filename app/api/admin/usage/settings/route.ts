import { defineRoute, methods } from '@/lib/http/route.server'
import { readUsage } from '@/lib/usage/overview.server'
import { usageSettingsChange } from '@/lib/usage/settings'
import { changeUsageSettings } from '@/lib/usage/settings.server'

/** The price of a credit and the warning threshold. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: usageSettingsChange,
    handle: async ({ body, auditActor }) => {
      await changeUsageSettings(body, auditActor)
      return readUsage()
    },
  }),
})

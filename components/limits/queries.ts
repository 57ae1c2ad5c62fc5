import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { OfficeLimits } from '@/lib/limits/limits'
import type { PersonTriedNames } from '@/lib/verifications/tried/report.server'

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => request<OfficeLimits>(adminApi.limits, { signal }),
})

/** People who check many names on the same IBANs. */
export const triedQuery = queryOptions({
  queryKey: ['tried-names'],
  queryFn: ({ signal }) => request<{ items: PersonTriedNames[] }>(adminApi.triedNames, { signal }),
})

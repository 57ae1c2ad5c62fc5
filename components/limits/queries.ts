import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { OfficeLimits } from '@/lib/limits/limits'
import type { PersonTriedNames } from '@/lib/verifications/tried/report.server'

export const limitsQuery = urlQuery<OfficeLimits>(['limits'], adminApi.limits)

/** People who check many names on the same IBANs. */
export const triedQuery = urlQuery<{ items: PersonTriedNames[] }>(['tried-names'], adminApi.triedNames)

import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { RegisterState } from '@/lib/payments/participants/schema'

export const registerQuery = urlQuery<RegisterState>(['participants'], adminApi.participants)

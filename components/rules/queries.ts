import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { RulesView } from '@/lib/reviews/rules/rules'

export const rulesQuery = urlQuery<RulesView>(['review-rules'], adminApi.rules)

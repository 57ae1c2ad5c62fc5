import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { BankProfileView } from '@/lib/payments/profiles/schema'

export const profilesQuery = urlQuery<{ items: BankProfileView[] }>(['bank-profiles'], adminApi.bankProfiles)

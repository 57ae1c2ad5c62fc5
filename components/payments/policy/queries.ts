import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'

export const policyQuery = urlQuery<PaymentPolicy>(['payment-policy'], adminApi.paymentPolicy)

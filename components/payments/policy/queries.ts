import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'

export const policyQuery = queryOptions({
  queryKey: ['payment-policy'] as const,
  queryFn: ({ signal }) => request<PaymentPolicy>(adminApi.paymentPolicy, { signal }),
})

import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { PolicyView } from './policy-view'
import { policyQuery } from './queries'

export const policyMetadata = pageTitle('paymentAdmin', 'policy.title')

export async function PolicyPage() {
  await requirePage('/admin/payment-policy')
  const client = new QueryClient()
  client.setQueryData(policyQuery.queryKey, await readPaymentPolicy())
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PolicyView />
    </HydrationBoundary>
  )
}

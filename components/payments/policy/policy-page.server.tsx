import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { requirePage } from '@/lib/auth/guard.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { PolicyView } from './policy-view'
import { policyQuery } from './queries'

export async function policyMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('paymentAdmin'))('policy.title') }
}

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

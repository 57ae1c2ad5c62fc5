import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { PolicyView } from './policy-view'
import { policyQuery } from './queries'

export const policyMetadata = pageTitle('paymentAdmin', 'policy.title')

export async function PolicyPage() {
  await requirePage('/admin/payment-policy')
  return hydrate(<PolicyView />, [answer(policyQuery, await readPaymentPolicy())])
}

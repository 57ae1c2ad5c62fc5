import { answer, hydrate } from '@/components/page/hydrate.server'
import { PolicyView } from '@/components/payments/policy/policy-view'
import { policyQuery } from '@/components/payments/policy/queries'
import { requirePage } from '@/lib/auth/guard.server'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('paymentAdmin', 'policy.title')

export default async function PolicyPage() {
  await requirePage('/admin/payment-policy')
  return hydrate(<PolicyView />, [answer(policyQuery, await readPaymentPolicy())])
}

import 'server-only'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { policyInput } from '@/lib/payments/schema'
import { setting } from '@/lib/platform/settings.server'

/** The saved policy for payment runs, or the default one. */
export const paymentPolicySetting = setting('payments.policy', policyInput, DEFAULT_PAYMENT_POLICY)
export const readPaymentPolicy = paymentPolicySetting.read

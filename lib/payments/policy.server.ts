import 'server-only'
import { DEFAULT_PAYMENT_POLICY, type PaymentPolicy } from '@/lib/payments/gate/gate'
import { policyInput } from '@/lib/payments/schema'
import { type Db, db } from '@/lib/platform/db.server'
import { readSetting } from '@/lib/platform/settings.server'

export const PAYMENT_POLICY_SETTING = 'payments.policy'

/** The saved policy for payment runs, or the default one. */
export const readPaymentPolicy = (on: Db = db()): Promise<PaymentPolicy> =>
  readSetting(PAYMENT_POLICY_SETTING, policyInput, DEFAULT_PAYMENT_POLICY, on)

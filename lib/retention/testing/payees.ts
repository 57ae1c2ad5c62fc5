import { paymentTo } from '@/lib/payments/testing/run'
import type { FilePayment } from '@/lib/tables/payments/line'

/** A payment that has its payee's name in every field that can contain one. */
export const paymentNaming = (n: number, name: string): FilePayment =>
  paymentTo(n, {
    name,
    endToEndId: `${name} 1`,
    instructionId: `${name} 2`,
    remittance: `Rent of ${name}`,
    ultimateCreditor: `${name} Factoring`,
  })

/** A payee who can't be checked. */
export const uncheckablePaymentNaming = (n: number, name: string): FilePayment => ({
  ...paymentNaming(n, name),
  account: 'none',
  iban: null,
})

import { paidTo } from '@/lib/payments/testing/run'
import type { FilePayment } from '@/lib/tables/payments/line'

/** A payment that says its payee's name wherever a file can say it. */
export const telling = (n: number, name: string): FilePayment =>
  paidTo(n, {
    name,
    endToEndId: `${name} 1`,
    instructionId: `${name} 2`,
    remittance: `Rent of ${name}`,
    ultimateCreditor: `${name} Factoring`,
  })

/** A payee who can't be checked. */
export const unchecked = (n: number, name: string): FilePayment => ({
  ...telling(n, name),
  account: 'none',
  iban: null,
})

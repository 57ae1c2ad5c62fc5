import 'server-only'
import { retentionDigest } from '@/lib/audit/seal.server'
import { foldName } from '@/lib/names/text/fold'
import type { PaidLine } from '@/lib/tables/payments/line'

type Digest = Uint8Array<ArrayBuffer>

/** A supplier: the folded name of the creditor, per debtor account. Null without a name. */
export function supplierDigest(name: string | null, debtorIban: string | null): Digest | null {
  const folded = foldName(name ?? '')
  return folded === '' ? null : retentionDigest('supplier', debtorIban ?? '', folded)
}

/** An IBAN that is or was paid. An erasure finds the known IBANs of its subject with it. */
export const paidIbanDigest = (iban: string): Digest => retentionDigest('paid iban', iban)

type Equal = Pick<PaidLine, 'iban' | 'otherAccount' | 'amount' | 'currency' | 'endToEndId' | 'remittance'>

/** Equal payments: account, amount, currency and the reference. Null without an account, or an amount that can be read. */
export function paymentDigest(line: Equal): Digest | null {
  const { amount, currency, endToEndId, remittance } = line
  const account = line.iban ?? line.otherAccount
  if (account === null || amount === null) return null
  const reference = endToEndId && endToEndId !== 'NOTPROVIDED' ? endToEndId : (remittance ?? '')
  return retentionDigest('payment', account, plainAmount(amount), currency ?? '', reference)
}

/** `100.50` and `100.5` are the same amount. */
const plainAmount = (amount: string): string =>
  amount.includes('.') ? amount.replace(/0+$/, '').replace(/\.$/, '') : amount

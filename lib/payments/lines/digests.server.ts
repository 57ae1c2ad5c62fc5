import 'server-only'
import { retentionDigest } from '@/lib/audit/seal.server'
import { foldName } from '@/lib/names/text/fold'
import { plainAmount } from '@/lib/tables/money/decimal'
import { type FilePayment, givenEndToEndId } from '@/lib/tables/payments/line'

type Digest = Uint8Array<ArrayBuffer>

/** The keyed digest that identifies a supplier: the payee's folded name, per debtor account. Null without a name. */
export function supplierDigest(name: string | null, debtorIban: string | null): Digest | null {
  const folded = foldName(name ?? '')
  return folded === '' ? null : retentionDigest('supplier', debtorIban ?? '', folded)
}

/** The keyed digest of a paid IBAN. An erasure uses it to find the IBAN among the known IBANs of suppliers. */
export const paidIbanDigest = (iban: string): Digest => retentionDigest('paid iban', iban)

type PaymentIdentity = Pick<
  FilePayment,
  'iban' | 'otherAccount' | 'amount' | 'currency' | 'endToEndId' | 'remittance'
>

/**
 * The keyed digest that equal payments share: account, amount, currency and reference. The reference is the EndToEndId,
 * or without one the remittance information. Null if the account or the amount can't be read.
 */
export function paymentDigest(line: PaymentIdentity): Digest | null {
  const { amount, currency, endToEndId, remittance } = line
  const account = line.iban ?? line.otherAccount
  if (account === null || amount === null) return null
  const reference = givenEndToEndId(endToEndId) || (remittance ?? '')
  return retentionDigest('payment', account, plainAmount(amount), currency ?? '', reference)
}

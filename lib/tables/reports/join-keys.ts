import { foldName } from '@/lib/names/text/fold'
import { plainAmount } from '@/lib/tables/money/decimal'
import { type FilePayment, givenEndToEndId } from '@/lib/tables/payments/line'
import type { ReportEntry } from './report'

/** The fields by which a report can refer to a payment line. */
export type Identity = Pick<
  FilePayment,
  'amount' | 'currency' | 'iban' | 'name' | 'endToEndId' | 'instructionId' | 'uetr' | 'remittance'
>

/** `known`: the report has the MsgId of the lines' file. `named`: only a person says that it answers these lines. */
export type Trust = 'known' | 'named'

const endToEnd = ({ endToEndId }: Identity): string | null => givenEndToEndId(endToEndId)
const lower = (text: string | null): string | null => text?.toLowerCase() ?? null
const plain = (text: string | null): string | null => text?.replace(/\s+/g, ' ').trim() || null
const accountAndAmount = ({ iban, amount }: Identity): string | null =>
  iban && amount ? `${iban} ${plainAmount(amount)}` : null
const payment = (line: Identity): string | null => {
  const about = accountAndAmount(line)
  return about && line.currency && `${about} ${line.currency}`
}
const paymentFor = (line: Identity): string | null => {
  const [about, remittance] = [payment(line), plain(line.remittance)]
  return about && remittance && `${about} ${remittance}`
}
const folded = ({ name }: Identity): string | null => name && foldName(name)
const payee = ({ iban, name }: Identity): string | null => (iban && name ? `${iban} ${foldName(name)}` : null)

type Key = (line: Identity) => string | null
const both = (key: Key) => ({ ofEntry: key, ofLine: key })

/**
 * The keys by which a report entry is joined to a payment line, the most certain first. The keys without the remittance
 * information or without the currency are used only for entries that have none.
 */
export const JOIN_KEYS: readonly { ofEntry: Key; ofLine: Key }[] = [
  both(({ uetr }) => lower(uetr)),
  both(({ instructionId }) => instructionId),
  both(endToEnd),
  both(paymentFor),
  { ofEntry: (entry) => (plain(entry.remittance) ? null : payment(entry)), ofLine: payment },
  { ofEntry: (entry) => (entry.currency ? null : accountAndAmount(entry)), ofLine: accountAndAmount },
  both(payee),
]

/** Everything that identifies an entry. Entries with the same result can differ only in their answers. */
export const identityKey = (entry: ReportEntry): string => {
  const { batchId, iban, amount, currency } = entry
  const identity = [batchId, lower(entry.uetr), entry.instructionId, endToEnd(entry), iban]
  const rest = [amount && plainAmount(amount), currency, folded(entry), plain(entry.remittance)]
  return JSON.stringify([...identity, ...rest])
}

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b
const equal = (a: string | null, b: string | null): boolean => a !== null && a === b

/**
 * Whether an entry may be about this line: no field that both have differs, and if only a person named the run, enough
 * fields are equal.
 * @param batches the PmtInfIds of the run
 */
export function isCandidate(
  entry: ReportEntry,
  line: Identity & { batchId: string | null },
  { trust, batches }: { trust: Trust; batches: ReadonlySet<string> },
): boolean {
  if (entry.batchId !== null && batches.has(entry.batchId) && entry.batchId !== line.batchId) return false
  const amounts = [
    entry.amount && plainAmount(entry.amount),
    line.amount && plainAmount(line.amount),
  ] as const
  if (differ(lower(entry.uetr), lower(line.uetr)) || differ(entry.instructionId, line.instructionId))
    return false
  if (differ(endToEnd(entry), endToEnd(line)) || differ(...amounts)) return false
  if (differ(entry.currency, line.currency) || (entry.iban !== null && entry.iban !== line.iban)) return false
  if (trust === 'known') return true
  return (
    equal(lower(entry.uetr), lower(line.uetr)) ||
    equal(entry.iban, line.iban) ||
    (equal(endToEnd(entry), endToEnd(line)) && equal(...amounts) && !differ(folded(entry), folded(line)))
  )
}

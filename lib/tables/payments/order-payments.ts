import { cleanIban } from '@/lib/iban/clean'
import { checkIban } from '@/lib/iban/validate'
import { decimalOf, payable } from '@/lib/tables/money/decimal'
import { dueDayOf } from '@/lib/tables/pain/dates'
import { openOrders } from '@/lib/tables/pain/open-orders'
import {
  type BatchPart,
  firstText,
  type MessagePart,
  type OrderPart,
  type Outline,
  type Texts,
} from '@/lib/tables/pain/outline'
import { AMOUNTS, agentsOf, OTHER_ACCOUNTS, otherAccountsOf, REMITTANCE } from '@/lib/tables/pain/paths'
import { sumNotes } from '@/lib/tables/pain/sums'
import type { TableProblem } from '@/lib/tables/table'
import type { FilePayment, PaymentFile, PaymentMessage, WholeReason } from './line'
import { strictestVersion } from './name-cap'

type Money = Pick<FilePayment, 'amount' | 'currency'>
type OwnFields = Omit<
  FilePayment,
  'number' | 'batch' | 'batchId' | 'debtorIban' | 'debtorBic' | 'debtorName' | 'dueOn'
>
/** `decimal`: the amount as it counts in the CtrlSum. */
type Order = { fields: OwnFields; decimal: string | null }

/** Reads the payments of a pain.001 file, in the same order and with the same numbers as `readPayments`. */
export function readOrderPayments(
  bytes: Uint8Array,
): { file: PaymentFile; lines: FilePayment[] } | TableProblem {
  const opened = openOrders(bytes, orderOf)
  if ('problem' in opened) return opened
  const { outline, versions } = opened
  const { messages } = outline
  const [first] = messages
  const file = {
    version: strictestVersion(versions),
    whole: wholeReasonOf(outline),
    messageId: firstText(first?.head, 'MsgId'),
    messages: messagesOf(messages),
    createdAt: firstText(first?.head, 'CreDtTm'),
  }
  return { file, lines: linesOf(messages) }
}

/**
 * Why a pain.001 can't be split. Null: it can. A part gets totals of its own, so it would hide that the original
 * declares others than it contains.
 * @param outline keeps the amount of each order, null if it can't be read
 */
export function wholeReasonOf({ signed, messages }: Outline<{ decimal: string | null }>): WholeReason | null {
  if (signed) return 'signature'
  return sumNotes(messages, ({ decimal }) => decimal).length > 0 ? 'totals_differ' : null
}

function messagesOf(messages: MessagePart<Order>[]): PaymentMessage[] {
  const found: PaymentMessage[] = []
  let batch = 0
  for (const { head, batches } of messages) {
    found.push({ messageId: firstText(head, 'MsgId') ?? '', batch })
    batch += batches.length
  }
  return found
}

function linesOf(messages: MessagePart<Order>[]): FilePayment[] {
  const lines: FilePayment[] = []
  const batches = messages.flatMap((message) => message.batches)
  for (const [batch, part] of batches.entries()) {
    const shared = { batch, ...batchOf(part) }
    const cheques = firstText(part.texts, 'PmtMtd') === 'CHK'
    for (const { fields } of part.orders) {
      const account = cheques ? 'cheque' : fields.account
      lines.push({ number: lines.length + 1, ...shared, ...fields, account })
    }
  }
  return lines
}

function batchOf({ texts }: BatchPart<unknown>) {
  const iban = firstText(texts, 'DbtrAcct/Id/IBAN')
  return {
    batchId: firstText(texts, 'PmtInfId'),
    debtorIban: iban === null ? firstText(texts, ...otherAccountsOf('DbtrAcct')) : cleanIban(iban),
    debtorBic: firstText(texts, ...agentsOf('DbtrAgt')),
    debtorName: firstText(texts, 'Dbtr/Nm'),
    dueOn: dueDayOf(texts),
  }
}

/**
 * The amount and currency of an order. Both are null unless a bank can pay them. `decimal`: the amount in any case,
 * because it counts in the CtrlSum.
 */
export function moneyOf({ texts, currency }: OrderPart): Money & { decimal: string | null } {
  const decimal = decimalOf(firstText(texts, ...AMOUNTS) ?? '')
  return { ...payable(decimal, currency), decimal }
}

function orderOf(order: OrderPart): Order {
  const { texts } = order
  const { amount, currency, decimal } = moneyOf(order)
  const fields = {
    amount,
    currency,
    ...accountOf(texts),
    name: firstText(texts, 'Cdtr/Nm'),
    endToEndId: firstText(texts, 'PmtId/EndToEndId'),
    instructionId: firstText(texts, 'PmtId/InstrId'),
    uetr: firstText(texts, 'PmtId/UETR'),
    remittance: firstText(texts, ...REMITTANCE),
    ultimateCreditor: firstText(texts, 'UltmtCdtr/Nm'),
  }
  return { fields, decimal }
}

/** Some programs write an IBAN into the element for other accounts. It still counts as an IBAN. */
function accountOf(texts: Texts): Pick<OwnFields, 'account' | 'iban' | 'otherAccount'> {
  const named = firstText(texts, 'CdtrAcct/Id/IBAN')
  const other = firstText(texts, ...OTHER_ACCOUNTS)
  const within = other === null ? null : checkIban(other)
  const iban = named === null ? (within?.ok ? within.iban : null) : cleanIban(named)
  const accounts = { iban, otherAccount: iban === null && other !== null ? cleanIban(other) : null }
  if (texts.has('ChqInstr')) return { account: 'cheque', ...accounts }
  if (texts.has('Amt/EqvtAmt/Amt')) return { account: 'equivalent', ...accounts }
  return { account: iban !== null ? 'iban' : other === null ? 'none' : 'other', ...accounts }
}

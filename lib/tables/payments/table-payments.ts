import { decimalFor, rowAmount } from '@/lib/tables/columns/amount-columns'
import { looksLikeIban } from '@/lib/tables/looks-like'
import { readFile } from '@/lib/tables/read/read-file'
import { headingsOf, noRowOf } from '@/lib/tables/rows/hints'
import { checkRow } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable, StoredReading, TableProblem } from '@/lib/tables/table'
import type { FilePayment, PaymentFile } from './line'

const FILE: PaymentFile = { version: null, messageId: null, messages: [], createdAt: null, whole: null }

/**
 * Reads the payments of a table, one per row. Amount and currency are null where the amount is empty, zero or negative,
 * has no currency, or can be read in two ways of which nobody has confirmed one. Names and IBANs are cleaned as in an
 * upload.
 */
export function readTablePayments(
  bytes: Uint8Array,
  table: StoredReading,
  map: ColumnMap,
): { file: PaymentFile; lines: FilePayment[] } | TableProblem {
  const found = readFile(bytes, table)
  if ('problem' in found) return found
  return paymentAbove(found, map) ?? { file: FILE, lines: tablePayments(found, map) }
}

const NO_AMOUNT: readonly string[] = ['empty', 'unreadable', 'zero']

/**
 * The first payment in the header or above it. Both are in each file of a release, so it would be paid without having
 * been checked, and once with each file. Null if there is none.
 */
export function paymentAbove({ above }: ParsedTable, map: ColumnMap): TableProblem | null {
  const found = above?.find((record) => {
    const paid = rowAmount(record, map, null)
    return (
      looksLikeIban(checkRow(record, map).iban) && !('problem' in paid && NO_AMOUNT.includes(paid.problem))
    )
  })
  return found ? { problem: 'payments_above', line: found.line } : null
}

/** The payments of a parsed table, one per row. */
export function tablePayments(table: ParsedTable, map: ColumnMap): FilePayment[] {
  const decimal = decimalFor(table, map)
  return table.records.map((record) => {
    const { iban, name, reference, note } = checkRow(record, map, table.headers.length)
    const account = iban === '' ? 'none' : looksLikeIban(iban) ? 'iban' : 'other'
    const paid = rowAmount(record, map, decimal)
    const isPaid = 'amount' in paid
    return {
      number: record.number,
      batch: 0,
      batchId: null,
      debtorIban: null,
      debtorBic: null,
      debtorName: null,
      dueOn: null,
      amount: isPaid ? paid.amount : null,
      currency: isPaid ? paid.currency : null,
      account,
      iban: account === 'iban' ? iban : null,
      otherAccount: account === 'other' ? iban : null,
      name: name.trim() || null,
      endToEndId: reference ?? null,
      instructionId: null,
      uetr: null,
      remittance: note ?? null,
      ultimateCreditor: null,
    } satisfies FilePayment
  })
}

/** Tells which lines of a table pay nobody: totals, lines of dashes and headings. */
export function noPaymentIn(table: ParsedTable, map: ColumnMap): (line: FilePayment) => boolean {
  const headings = headingsOf(table)
  return ({ number, amount, iban }) => {
    const record = amount === null && iban === null ? table.records[number - 1] : undefined
    return record !== undefined && noRowOf(record, map, headings) !== undefined
  }
}

import { decimalFor, rowAmount } from '@/lib/tables/columns/amount-columns'
import { looksLikeIban } from '@/lib/tables/looks-like'
import { readFile } from '@/lib/tables/read/read-file'
import { checkRow } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable, TableProblem } from '@/lib/tables/table'
import type { AnnotateOptions } from '@/lib/tables/write/annotate-file'
import type { FilePayment, PaymentFile } from './line'
import { paymentAbove } from './payment-above'

const FILE: PaymentFile = { version: null, messageId: null, messages: [], createdAt: null, whole: null }

/**
 * Reads the payments of a table, one per row. Amount and currency are null where the amount is empty, zero or negative,
 * has no currency, or can be read in two ways of which nobody has confirmed one. Names and IBANs are cleaned as in an
 * upload.
 */
export function readTablePayments(
  bytes: Uint8Array,
  table: AnnotateOptions,
  map: ColumnMap,
): { file: PaymentFile; lines: FilePayment[] } | TableProblem {
  const found = readFile(bytes, table)
  if ('problem' in found) return found
  return paymentAbove(found, map) ?? { file: FILE, lines: tablePayments(found, map) }
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
      ...{ number: record.number, batch: 0, batchId: null, dueOn: null },
      ...{ debtorIban: null, debtorBic: null, debtorName: null },
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

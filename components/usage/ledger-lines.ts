import type { Ledger, LedgerLine } from '@/lib/usage/reconcile.server'
import type { Line } from '@/lib/usage/reconciliation'

const NUMBERS = [
  'sent',
  'acknowledged',
  'refused',
  'unknown',
  'writtenOff',
  'notBilled',
  'onItsWay',
  'neverAnswered',
  'rejectedItems',
  'booked',
] as const

export type LedgerColumn = (typeof NUMBERS)[number]
/** Columns that are shown even when they are zero. */
const ALWAYS: readonly LedgerColumn[] = ['sent', 'acknowledged', 'booked']

/** The value of a line in a column. */
export const ledgerNumber = (line: Line, name: LedgerColumn) =>
  name === 'booked' ? line.credits.booked : line[name]

/** The columns with a number in any line. A total of zero hides nothing, because counts are never negative. */
export const columnsOf = ({ total }: Ledger): LedgerColumn[] =>
  NUMBERS.filter((name) => ALWAYS.includes(name) || ledgerNumber(total, name) !== 0)

/** The lines with a number, or with totals that do not match. */
export const linesOf = ({ lines }: Ledger): LedgerLine[] =>
  lines.filter((line) => !line.addsUp || NUMBERS.some((name) => ledgerNumber(line, name) !== 0))

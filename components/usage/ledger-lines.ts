import type { Line } from '@/lib/usage/books'
import type { Ledger, LedgerLine } from '@/lib/usage/reconcile.server'

const NUMBERS = [
  'sent',
  'acknowledged',
  'refused',
  'unknown',
  'writtenOff',
  'notBilled',
  'onItsWay',
  'rejectedItems',
  'booked',
] as const

export type Column = (typeof NUMBERS)[number]
/** What every reader looks for, also when it is zero. */
const ALWAYS: readonly Column[] = ['sent', 'acknowledged', 'booked']

/** What a line says in a column. */
export const ledgerNumber = (line: Line, name: Column) =>
  name === 'booked' ? line.credits.booked : line[name]

/** The columns with a number in any line. A sum of zero can hide none: counts are never negative. */
export const columnsOf = ({ total }: Ledger): Column[] =>
  NUMBERS.filter((name) => ALWAYS.includes(name) || ledgerNumber(total, name) !== 0)

/** The lines that say something: a number, or that they do not add up. */
export const linesOf = ({ lines }: Ledger): LedgerLine[] =>
  lines.filter((line) => !line.addsUp || NUMBERS.some((name) => ledgerNumber(line, name) !== 0))

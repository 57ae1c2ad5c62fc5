import { foldName } from '@/lib/names/text/fold'

type PaidTo = { name: string | null; iban: string | null }

const accountOf = ({ name, iban }: PaidTo) => `${iban} ${foldName(name ?? '')}`

/**
 * The lines that one call to a payee can confirm: those with the IBAN and the payee's name of the first line. The names
 * may differ in spelling, as in the identity of a supplier.
 */
export function ofOneAccount<L extends PaidTo>(lines: readonly L[]): L[] {
  const [first] = lines
  return first ? lines.filter((line) => accountOf(line) === accountOf(first)) : []
}

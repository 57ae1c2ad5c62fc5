import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { ACCOUNTS, AMOUNTS } from './paths'

/** What an order has once: with two payees, accounts or amounts nobody can say which one a bank takes. */
const ONCE = new Set(['Cdtr/Nm', ...AMOUNTS, ...ACCOUNTS.map((account) => `CdtrAcct/${account}`)])

class RepeatedElement extends BrokenXml {}

/**
 * Refuses what an order has twice, be it in two forms, such as an IBAN and another account.
 * @param seen what the order has already
 * @param line of this path
 * @throws BrokenXml
 */
export function demandOnce(seen: Set<string>, path: string, line: () => number): void {
  if (!ONCE.has(path)) return
  const [element = ''] = path.split('/')
  if (seen.has(element)) throw new RepeatedElement('an element is repeated', line(), { element })
  seen.add(element)
}

/** The code of a mistake in payment orders. */
export const problemOf = (error: BrokenXml) =>
  error instanceof RepeatedElement ? ('payments_repeated' as const) : ('payments_broken' as const)

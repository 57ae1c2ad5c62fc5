import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { AMOUNTS } from './paths'

/** What an order has once: with two payees, accounts or amounts nobody can say which one a bank takes. */
const ONCE = new Set(['Cdtr/Nm', 'CdtrAcct/Id/IBAN', ...AMOUNTS])

class RepeatedElement extends BrokenXml {}

/** For a path that an order has already. Throws `BrokenXml` where it may have only one; `line`: of the second. */
export function demandOnce(path: string, line: () => number): void {
  if (!ONCE.has(path)) return
  throw new RepeatedElement('an element is repeated', line(), { element: path.split('/').at(-1) })
}

/** The code of a mistake in payment orders. */
export const problemOf = (error: BrokenXml) =>
  error instanceof RepeatedElement ? ('payments_repeated' as const) : ('payments_broken' as const)

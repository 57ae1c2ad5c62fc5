import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { AMOUNTS, accountsOf, ORDER } from './paths'

/** What a release replaces, so its content is nothing but text. */
const REPLACED = ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'PmtInfId']

/**
 * What a message, its header, a batch or an order has once: with two payees, accounts or amounts nobody can say which
 * one a bank takes, and with two IDs or totals nobody can replace them.
 */
const ONCE = new Set([
  ...['GrpHdr', ...REPLACED, ...accountsOf('DbtrAcct')],
  ...['Cdtr/Nm', ...AMOUNTS, ...accountsOf('CdtrAcct')],
])

class RepeatedElement extends BrokenXml {}

/**
 * Refuses an element that a part of a file has twice, even in two forms, such as an IBAN and another account.
 * @param seen what the part has already
 * @param path below the part
 * @param line of this path
 * @throws BrokenXml
 */
export function assertOnce(seen: Set<string>, path: string, line: () => number): void {
  if (!ONCE.has(path)) return
  const [element = ''] = path.split('/')
  if (seen.has(element)) throw new RepeatedElement('an element is repeated', line(), { element })
  seen.add(element)
}

/**
 * Refuses an element within one that a release replaces.
 * @param path of the element around it
 * @throws BrokenXml
 */
export function assertTextOnly(path: string, line: () => number): void {
  if (REPLACED.includes(path)) throw new BrokenXml('an element is within a text', line(), { element: path })
}

/** Thrown at the first payment that a file has too many. */
export class TooManyOrders extends BrokenXml {
  constructor(line: number) {
    super('too many payments', line, { element: ORDER })
  }
}

/** The code of a mistake in payment orders. */
export function problemOf(error: BrokenXml) {
  if (error instanceof TooManyOrders) return 'too_many_rows'
  return error instanceof RepeatedElement ? 'payments_repeated' : 'payments_broken'
}

import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { ACCOUNTS, AMOUNTS } from './paths'

const accountsOf = (account: string) => ACCOUNTS.map((path) => `${account}/${path}`)

/**
 * What a message, its header, a batch or an order has once: with two payees, accounts or amounts nobody can say which
 * one a bank takes, and with two IDs or totals nobody can replace them.
 */
const ONCE = new Set([
  ...['GrpHdr', 'MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'PmtInfId', ...accountsOf('DbtrAcct')],
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
export function demandOnce(seen: Set<string>, path: string, line: () => number): void {
  if (!ONCE.has(path)) return
  const [element = ''] = path.split('/')
  if (seen.has(element)) throw new RepeatedElement('an element is repeated', line(), { element })
  seen.add(element)
}

/** The code of a mistake in payment orders. */
export const problemOf = (error: BrokenXml) =>
  error instanceof RepeatedElement ? ('payments_repeated' as const) : ('payments_broken' as const)

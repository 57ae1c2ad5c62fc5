import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { takePage } from '@/lib/http/paging'
import { type ReportedAnswer, readReportedAnswers } from '@/lib/payments/lines/bank.server'
import { lineViewOf } from '@/lib/payments/lines/line-view'
import { type LinePaging, readLineRows } from '@/lib/payments/lines/row.server'
import { registerLookup } from '@/lib/payments/register-lookup.server'
import type { LinePage } from '@/lib/payments/view'
import type { Prisma } from '@/lib/platform/db.server'

type Viewer = { actor: Actor; masked: boolean }

/**
 * The next lines of a run, in the order of the file, as this person may see them.
 * @param where an SQL condition on `m` (payment_lines), which must include the run
 */
export async function readLinePage(
  id: string,
  where: Prisma.Sql,
  paging: LinePaging,
  { actor, masked }: Viewer,
): Promise<Omit<LinePage, 'total'>> {
  const rows = await readLineRows(id, where, paging, actor)
  const { items, nextCursor } = takePage(rows, paging.size, ({ number }) => number)
  const numbers = items.map(({ number }) => number)
  const [reported, inRegister] = await Promise.all([
    items.length === 0 ? new Map<number, ReportedAnswer>() : readReportedAnswers(id, numbers),
    registerLookup(items.flatMap(({ iban }) => iban ?? [])),
  ])
  return {
    items: items.map((row) => lineViewOf(row, reported.get(row.number) ?? null, { masked, inRegister })),
    nextCursor,
  }
}

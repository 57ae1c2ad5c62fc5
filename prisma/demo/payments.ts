import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestedBy } from '@/lib/auth/roles'
import { activeConnection } from '@/lib/connections/active.server'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import { receiveReport } from '@/lib/payments/reports/receive.server'
import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { sumsOf } from '@/lib/tables/money/decimal'
import { demoIban } from './accounts'
import { type Orders, ordersXml, reportXml } from './orders'
import type { DemoPeople } from './people'
import { payee } from './suppliers'
import { SEED_TIMEOUTS, seedDemoUpload } from './upload'
import type { DemoRow } from './uploads'

const DAY = 24 * 60 * 60_000

/** Payees of earlier checks with one of these results. */
const payees = (from: number, count: number, results: string[] = ['match']): DemoRow[] =>
  Array.from({ length: 200 }, (_, n) => payee(from + n))
    .filter(({ check }) => results.includes(check.result ?? ''))
    .slice(0, count)

/** Creates three payment runs, once: a released one, one with waiting and held lines, and one with a bank report. */
export async function seedPayments(people: DemoPeople): Promise<void> {
  if ((await db().paymentRun.count()) > 0 || !(await activeConnection())) return
  const regular = payees(2_000, 14)
  await release(await seedRun(people, 1, 6, regular), people)
  const reported = await seedRun(people, 2, 4, payees(2_250, 12))
  await release(reported, people)
  await sendReport(reported, people)
  await seedRun(people, 3, 1, [
    ...payees(2_500, 9),
    ...payees(2_500, 2, ['close_match']),
    ...payees(2_500, 1, ['no_match']),
    ...payees(2_500, 1, ['failed']),
    // pays a supplier of the first run at another account, so the line is held as a new IBAN
    ...regular.slice(0, 1).map(({ check }) => ({ check, iban: demoIban(check.country, 9_001) })),
  ])
  // otherwise the connection that queued the job of the report keeps the process alive
  await (await queue()).stop({ graceful: false })
}

type Run = { id: string; orders: Orders }

async function seedRun(people: DemoPeople, n: number, daysAgo: number, rows: DemoRow[]): Promise<Run> {
  const at = new Date(Date.now() - daysAgo * DAY)
  const day = at.toISOString().slice(0, 10)
  const orders = { messageId: `MA-${day}-${n}`, n, at, due: new Date(Date.now() + n * DAY), rows }
  const id = randomUUID()
  const file = { id, xml: ordersXml(orders) }
  await db().$transaction(
    (tx) =>
      seedDemoUpload(tx, people, {
        ...{
          at,
          fileName: `suppliers ${day}.xml`,
          rows,
          batch: 2_000,
          outcome: 'completed',
          paymentFile: file,
        },
      }),
    SEED_TIMEOUTS,
  )
  await readStoredLines(id)
  return { id, orders }
}

/** Runs `act` as a person, in a session that is deleted afterwards. */
async function actAs<T>(userId: string, act: (by: RequestedBy) => Promise<T>): Promise<T> {
  const { id, name, email, roles } = await db().user.findUniqueOrThrow({ where: { id: userId } })
  const session = { id: randomUUID(), userId, sidHash: randomBytes(32) }
  await db().session.create({ data: session })
  const actor = { id, sessionId: session.id, name, email, roles }
  const result = await act({ actor, auditActor: { kind: 'user', id, roles } })
  await db().session.delete({ where: { id: session.id } })
  return result
}

async function release({ id }: Run, people: DemoPeople): Promise<void> {
  const lines = await db().paymentLine.findMany({ where: { uploadId: id, gate: 'clear' } })
  const paid = lines.map(({ amount, currency }) => ({ amount: amount?.toFixed(2) ?? null, currency }))
  const expected = { lines: lines.length, sums: sumsOf(paid) }
  await actAs(people.reviewer, (by) => releaseLines(id, { lines: 'clear', expected }, by))
}

async function sendReport({ id, orders }: Run, people: DemoPeople): Promise<void> {
  const { messageId } = await db().paymentRelease.findFirstOrThrow({ where: { uploadId: id } })
  const bytes = new Uint8Array(Buffer.from(reportXml(orders, messageId ?? '')))
  const file = { fileName: 'bank-report.xml', bytes, runId: id }
  await actAs(people.analyst, (by) => receiveReport(file, by))
}

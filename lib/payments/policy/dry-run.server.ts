import 'server-only'
import { evidenceOf, evidencePages } from '@/lib/payments/gate/evidence.server'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'
import { gateOf } from '@/lib/payments/gate/gate-of'
import type { DryRun, PolicyChange } from '@/lib/payments/policy/view'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { db } from '@/lib/platform/db.server'

const MAX_RUNS = 200
const MAX_LINES = 20_000
const MAX_CHANGES = 500

type Run = { uploadId: string; lines: number; upload: { fileName: string } }

/**
 * Which lines of past runs would have another gate, or another reason, under this policy than under the current one.
 * Released lines are judged as of their release. Reads the newest runs, up to about 20,000 lines, and stores nothing.
 */
export async function dryRunPolicy(draft: PaymentPolicy): Promise<DryRun> {
  const current = await readPaymentPolicy()
  const runs: Run[] = await db().paymentRun.findMany({
    where: { state: 'ready', purgedAt: null },
    orderBy: [{ createdAt: 'desc' }, { uploadId: 'desc' }],
    take: MAX_RUNS + 1,
    select: { uploadId: true, lines: true, upload: { select: { fileName: true } } },
  })
  const found: DryRun = { runs: 0, lines: 0, changed: 0, changes: [], complete: runs.length <= MAX_RUNS }
  const isFull = () => found.lines >= MAX_LINES
  for (const run of runs.slice(0, MAX_RUNS)) {
    if (isFull()) return { ...found, complete: false }
    found.runs += 1
    for await (const { lines, changes } of changesOf(run, current, draft)) {
      if (isFull()) return { ...found, complete: false }
      found.lines += lines
      found.changed += changes.length
      found.changes.push(...changes.slice(0, MAX_CHANGES - found.changes.length))
    }
  }
  return found
}

async function* changesOf(
  { uploadId, upload }: Run,
  current: PaymentPolicy,
  draft: PaymentPolicy,
): AsyncGenerator<{ lines: number; changes: PolicyChange[] }> {
  for await (const rows of evidencePages(db(), uploadId, { open: false })) {
    const changes = rows.flatMap((row): PolicyChange[] => {
      const from = gateOf(evidenceOf(row, current), current, row.at)
      const to = gateOf(evidenceOf(row, draft), draft, row.at)
      if (from.gate === to.gate && from.reason === to.reason) return []
      const { fileName } = upload
      return [{ run: uploadId, fileName, line: row.number, released: row.isReleased, from, to }]
    })
    yield { lines: rows.length, changes }
  }
}

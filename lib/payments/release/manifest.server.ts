import 'server-only'
import { evidenceOf, readEvidence } from '@/lib/payments/gate/evidence.server'
import { gateOf } from '@/lib/payments/gate/gate-of'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import type { MadeFile } from '@/lib/payments/release/cut.server'
import type { RunToRelease } from '@/lib/payments/release/lock.server'
import type { ReleasePlan } from '@/lib/payments/release/plan.server'
import { countLines, totalsOf } from '@/lib/payments/totals.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import { addSums, subtractSums } from '@/lib/tables/money/decimal'
import type { CutFiles } from '@/lib/tables/payments/line'

const PAGE = 2_000

export type ManifestInput = {
  run: RunToRelease
  plan: ReleasePlan
  files: CutFiles
  made: readonly MadeFile[]
  by: { id: string; name: string }
}

/** The manifest of a release as JSON: hashes, sums, people, and the gate and evidence of each line; no payee’s name. */
export async function manifestOf({ run, plan, files, made, by }: ManifestInput): Promise<Uint8Array> {
  const { cut, number, leaving } = plan
  const groups = (await countLines([run.id])).get(run.id) ?? []
  const original = totalsOf(groups)
  const earlier = totalsOf(groups.filter(({ left }) => left))
  const held = { lines: files.held?.lines ?? 0, sums: files.held?.sums ?? {} }
  const { lines, reviews } = await linesOf(run.id, cut)
  const content = {
    format: 'accord-payment-release',
    version: 1,
    run: {
      id: run.id,
      fileName: run.fileName,
      fileHash: run.fileHash,
      messageId: run.messageId,
      ...original,
    },
    release: { number, at: cut.at, releasedBy: by, decidedBy: await deciders(reviews) },
    files: made.map(({ cipher: _, part, ...file }) => ({
      part,
      ...file,
      messageIds:
        run.kind === 'table' ? [] : (files[part === 'held' ? 'held' : 'released']?.messageIds ?? []),
    })),
    released: leaving,
    held,
    leftEarlier: earlier,
    /** released + held + left earlier − original */
    difference: subtractSums(addSums(leaving.sums, held.sums, earlier.sums), original.sums),
    shortenedNames: files.shortened.map(([line]) => line),
    lines,
  }
  return Buffer.from(JSON.stringify(content))
}

async function linesOf(uploadId: string, cut: ReleasePlan['cut']) {
  const [leaves, gone] = [new Set(cut.released), new Set(cut.gone)]
  const named = new Set(cut.names.map(([number]) => number))
  const policy = await readPaymentPolicy()
  const found = { lines: [] as object[], reviews: [] as string[] }
  for (let after = 0; ; ) {
    const page = await readEvidence(db(), uploadId, { after, size: PAGE, open: false })
    for (const row of page) {
      const { number, oursId, oursReviewId, bankId, bankReviewId } = row
      if (leaves.has(number)) found.reviews.push(...[oursReviewId, bankReviewId].filter((id) => id !== null))
      // a line that left keeps its gate; the others may have a newer one than the table
      const { gate, reason } = row.left ? row : gateOf(evidenceOf(row, policy), policy, row.at)
      found.lines.push({
        ...{
          number,
          part: leaves.has(number) ? 'released' : gone.has(number) ? 'earlier' : 'held',
          gate,
          reason,
        },
        ...{ verificationId: oursId, reviewId: oursReviewId, bankVerificationId: bankId },
        ...(named.has(number) && { correctedName: true }),
      })
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return found
    after = last.number
  }
}

/** The people whose approvals cleared lines that leave. */
const deciders = (reviewIds: readonly string[]) =>
  select(
    db(),
    { id: uuid, name: text },
    Prisma.sql`
    select distinct p.id, p.name from decisions d join users p on p.id = d.decided_by_id
     where d.review_id = any(${reviewIds}::uuid[]) and d.kind = 'approve' and d.undone_at is null order by p.name, p.id`,
  )

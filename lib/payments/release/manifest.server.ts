import 'server-only'
import { heldTotals, type ReleaseFile } from '@/lib/payments/release/cut.server'
import type { RunToRelease } from '@/lib/payments/release/lock.server'
import type { ReleasePlan } from '@/lib/payments/release/plan.server'
import { countLines, totalsOf } from '@/lib/payments/totals.server'
import { db, Prisma } from '@/lib/platform/db.server'
import type { PersonView } from '@/lib/platform/person'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import { addSums, subtractSums } from '@/lib/tables/money/decimal'
import type { CutFiles } from '@/lib/tables/payments/line'

export type ManifestInput = {
  run: RunToRelease
  plan: ReleasePlan
  files: CutFiles
  made: readonly ReleaseFile[]
  by: PersonView
}

/**
 * The manifest of a release as JSON: hashes and sums of its files, who released and decided, under which policy and with
 * which longest name, and for each line its gate and the IDs of its evidence. It holds no name and no IBAN of a payee.
 */
export async function manifestOf({ run, plan, files, made, by }: ManifestInput): Promise<Uint8Array> {
  const { cut, number, policy, totals } = plan
  const groups = (await countLines([run.id])).get(run.id) ?? []
  const original = totalsOf(groups)
  const earlier = totalsOf(groups.filter(({ isReleased }) => isReleased))
  const held = heldTotals(files)
  const { lines, reviews } = linesOf(plan)
  const content = {
    format: 'accord-payment-release',
    version: 2,
    run: {
      id: run.id,
      fileName: run.fileName,
      fileHash: run.fileHash,
      messageId: run.messageId,
      ...original,
    },
    release: {
      number,
      at: cut.at,
      releasedBy: by,
      decidedBy: await deciders(reviews),
      policy,
      nameCap: cut.nameCap,
    },
    files: made.map(({ cipher: _, part, ...file }) => ({
      part,
      ...file,
      messageIds: files[part === 'held' ? 'held' : 'released']?.messageIds ?? [],
    })),
    released: totals,
    held,
    leftEarlier: earlier,
    /** released + held + released earlier − original, by currency: all zero */
    difference: subtractSums(addSums(totals.sums, held.sums, earlier.sums), original.sums),
    shortenedNames: files.shortened.map(([line]) => line),
    lines,
  }
  return Buffer.from(JSON.stringify(content))
}

function linesOf({ cut, lines }: ReleasePlan) {
  const [inRelease, inEarlier] = [new Set(cut.released), new Set(cut.gone)]
  const named = new Set(cut.names.map(([number]) => number))
  const released = lines.filter(({ number }) => inRelease.has(number))
  return {
    reviews: released.flatMap(({ oursReviewId, bankReviewId }) =>
      [oursReviewId, bankReviewId].filter((id) => id !== null),
    ),
    lines: lines.map(({ number, gate, reason, oursId, oursReviewId, bankId }) => ({
      number,
      part: inRelease.has(number) ? 'released' : inEarlier.has(number) ? 'earlier' : 'held',
      gate,
      reason,
      verificationId: oursId,
      reviewId: oursReviewId,
      bankVerificationId: bankId,
      ...(named.has(number) && { correctedName: true }),
    })),
  }
}

/** The people whose approvals cleared lines of this release, also through a rule that repeats them. */
const deciders = (reviewIds: readonly string[]) =>
  select(
    db(),
    { id: uuid, name: text },
    Prisma.sql`
    select distinct p.id, p.name from decisions d left join decisions earlier on earlier.id = d.earlier_id
      join users p on p.id = coalesce(d.decided_by_id, earlier.decided_by_id)
     where d.review_id = any(${reviewIds}::uuid[]) and d.kind = 'approve' and d.undone_at is null order by p.name, p.id`,
  )

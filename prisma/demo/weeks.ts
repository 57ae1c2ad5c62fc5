import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import { bankCode, findBank } from '@/lib/iban/banks'
import type { NameComparison } from '@/lib/names/compare'
import { foldName } from '@/lib/names/fold'
import { db, type Tx } from '@/lib/platform/db.server'
import { proposedReason } from '@/lib/reviews/reasons'
import { recordAnswers } from '@/lib/verifications/answers.server'
import { demoIban } from './accounts'
import { answerOf } from './answer'
import { DEMO_CHECKS, type DemoCheck } from './checks'
import type { DemoPeople } from './people'
import { seedUpload } from './upload'

const DAYS = 28
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Payment runs of the month, and a list that somebody paused yesterday. */
const UPLOADS = [
  { daysAgo: 23, fileName: 'payment-run-1.csv' },
  { daysAgo: 16, fileName: 'suppliers.csv' },
  { daysAgo: 2, fileName: 'payment-run-2.csv' },
  { daysAgo: 1, fileName: 'new-payees.csv', paused: true },
]

type Planned = { id: string; check: DemoCheck; iban: string; at: Date }

/** Four weeks of office work, made once: checks of every outcome, uploaded files, most reviews decided, a few still waiting. */
export async function seedWeeks(people: DemoPeople): Promise<void> {
  if ((await db().verification.count()) > 0) return
  const now = Date.now()
  const plan = planWeeks(now)
  const banks = await Promise.all(plan.map(({ iban }) => findBank(iban)))
  await db().$transaction(
    async (tx) => {
      await tx.verification.createMany({
        data: plan.map(({ id, check, iban, at }, i) => ({
          id,
          environment: 'live' as const,
          source: 'single' as const,
          iban,
          name: check.name,
          nameSearch: foldName(check.name),
          country: check.country,
          bankCode: bankCode(iban) ?? null,
          bankName: banks[i]?.name ?? null,
          reference: check.reference ?? null,
          requestedById: people.analyst,
          createdAt: at,
        })),
      })
      await tx.attempt.createMany({
        data: plan.map(({ id, at }) => ({
          verificationId: id,
          state: 'accepted' as const,
          claimedAt: at,
          endedAt: at,
          createdAt: at,
        })),
      })
      await recordAnswers(
        tx,
        plan.map(({ id, check }) => ({
          verificationId: id,
          answer: answerOf(check),
          durationMs: 640 + (check.name.length % 9) * 110,
        })),
      )
      let rows = 0
      for (const { daysAgo, ...upload } of UPLOADS)
        rows += await seedUpload(tx, people, { ...upload, at: new Date(now - daysAgo * DAY) })
      await backdate(tx)
      await decideOld(tx, people.reviewer)
      // every check of the week took its credit: the books of the demo add up from the first look
      await tx.$executeRaw`
        insert into credit_entries (kind, amount, attempt_id, user_id, at)
        select 'check', -1, id, ${people.analyst}::uuid, created_at from attempts where verification_id is not null`
      await tx.creditEntry.create({
        data: { kind: 'top_up', amount: 12_480, userId: people.admin, note: 'Opening balance' },
      })
      await record(
        { by: { kind: 'system' }, action: 'demo.seeded', details: { checks: plan.length + rows } },
        tx,
      )
    },
    { timeout: 60_000 },
  )
}

/** Few checks at weekends, a dozen today; the last ones a short while ago, never in the future. */
function planWeeks(now: number): Planned[] {
  const plan: Planned[] = []
  for (let day = DAYS - 1; day >= 0; day--) {
    const perDay = checksOn(new Date(now - day * DAY), day)
    for (let n = 0; n < perDay; n++) {
      const number = plan.length
      const at = new Date(now - day * DAY - (perDay - n) * 37 * MINUTE - (number % 7) * MINUTE)
      const index = (number * 7 + day) % DEMO_CHECKS.length
      const check = DEMO_CHECKS[index]
      if (check) plan.push({ id: randomUUID(), check, iban: demoIban(check.country, index + 1), at })
    }
  }
  return plan
}

function checksOn(date: Date, daysAgo: number): number {
  if (daysAgo === 0) return 12
  return date.getUTCDay() % 6 === 0 ? 2 : 6 + ((daysAgo * 5) % 7)
}

/** Answers and queue entries get the time of their check. */
async function backdate(tx: Tx) {
  await tx.$executeRaw`update verifications set answered_at = created_at + make_interval(secs => duration_ms / 1000.0)
    where answered_at is not null`
  await tx.$executeRaw`
    update reviews r set created_at = v.answered_at from verifications v where v.id = r.verification_id`
}

/** What is older than a day was decided within three hours: close matches approved, others rejected. What a bank could not
 * verify takes three days. */
async function decideOld(tx: Tx, reviewerId: string) {
  const old = await tx.review.findMany({
    where: {
      createdAt: { lt: new Date(Date.now() - DAY) },
    },
    include: { verification: { select: { comparison: true } } },
  })
  const fresh = new Date(Date.now() - 3 * DAY)
  for (const [i, review] of old.entries()) {
    if (review.matchResult === 'account_not_verifiable' && review.createdAt > fresh) continue
    const approve = review.matchResult === 'close_match'
    const comparison = review.verification.comparison as NameComparison | null
    const at = new Date(review.createdAt.getTime() + (20 + (i % 9) * 17) * MINUTE)
    await tx.decision.create({
      data: {
        reviewId: review.id,
        kind: approve ? 'approve' : 'reject',
        reason: approve
          ? (proposedReason(comparison?.differences ?? []) ?? 'spelling_or_accent')
          : 'payee_could_not_confirm',
        decidedById: reviewerId,
        evidenceHash: review.evidenceHash,
        createdAt: at,
      },
    })
    await tx.review.update({
      where: { id: review.id },
      data: { state: approve ? 'approved' : 'rejected', decidedAt: at },
    })
  }
}

import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import { bankCode, findBank } from '@/lib/iban/banks'
import { foldName } from '@/lib/names/fold'
import { db, type Tx } from '@/lib/platform/db.server'
import { proposedReason } from '@/lib/reviews/reasons'
import { recordAnswers } from '@/lib/verifications/record.server'
import { demoIban } from './accounts'
import { answerOf } from './answer'
import { DEMO_CHECKS, type DemoCheck } from './checks'
import type { DemoPeople } from './people'
import { seedUpload } from './upload'

const DAYS = 7
const PER_DAY = 12
const MINUTE = 60_000

type Planned = { id: string; check: DemoCheck; iban: string; at: Date }

/** A week of office work, made once: checks of every outcome, an uploaded file, most close matches decided, a few still waiting. */
export async function seedWeek(people: DemoPeople): Promise<void> {
  if ((await db().verification.count()) > 0) return
  const plan = planWeek(new Date())
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
      const rows = await seedUpload(tx, people, new Date(Date.now() - 2 * 24 * 60 * MINUTE))
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

/** Twelve checks a day in office hours; the last ones a few minutes ago, never in the future. */
function planWeek(now: Date): Planned[] {
  const plan: Planned[] = []
  for (let day = DAYS - 1; day >= 0; day--)
    for (let n = 0; n < PER_DAY; n++) {
      const number = plan.length
      const at = new Date(
        now.getTime() - day * 24 * 60 * MINUTE - (PER_DAY - n) * 37 * MINUTE - (number % 7) * MINUTE,
      )
      const index = (number * 7 + day) % DEMO_CHECKS.length
      const check = DEMO_CHECKS[index]
      if (check) plan.push({ id: randomUUID(), check, iban: demoIban(check.country, index + 1), at })
    }
  return plan
}

/** Answers and queue entries get the time of their check. */
async function backdate(tx: Tx) {
  await tx.$executeRaw`update verifications set answered_at = created_at + make_interval(secs => duration_ms / 1000.0)`
  await tx.$executeRaw`
    update reviews r set created_at = v.answered_at from verifications v where v.id = r.verification_id`
}

/** What is older than a day was decided within three hours; close matches approved, a no match rejected. */
async function decideOld(tx: Tx, reviewerId: string) {
  const old = await tx.review.findMany({
    where: {
      createdAt: { lt: new Date(Date.now() - 24 * 60 * MINUTE) },
      matchResult: { not: 'account_not_verifiable' },
    },
  })
  for (const [i, review] of old.entries()) {
    const approve = review.matchResult === 'close_match'
    const at = new Date(review.createdAt.getTime() + (20 + (i % 9) * 17) * MINUTE)
    await tx.decision.create({
      data: {
        reviewId: review.id,
        kind: approve ? 'approve' : 'reject',
        reason: approve
          ? (proposedReason(review.differenceTypes) ?? 'spelling_or_accent')
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

import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import { bankCode, findBank } from '@/lib/iban/banks'
import { foldName } from '@/lib/names/text/fold'
import { db, type Tx } from '@/lib/platform/db.server'
import { recordAnswers } from '@/lib/verifications/answers.server'
import { demoIban } from './accounts'
import { answerOf } from './answer'
import { DEMO_CHECKS, type DemoCheck } from './checks'
import type { DemoPeople } from './people'
import { decideOldReviews, escalateOne } from './reviews'
import { payee } from './suppliers'
import { SEED_TIMEOUTS, seedDemoUpload } from './upload'
import { demoUploads } from './uploads'

const DAYS = 56
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The index of the first check that is not a match. */
const FIRST_NON_MATCH = DEMO_CHECKS.findIndex(({ result }) => result !== 'match')

type PlannedCheck = { id: string; check: DemoCheck; iban: string; at: Date }

/** Creates eight weeks of work, once: checks of every outcome, uploads, most reviews decided and a few open. */
export async function seedWeeks(people: DemoPeople): Promise<void> {
  if ((await db().verification.count()) > 0) return
  const now = Date.now()
  const plan = planWeeks(now)
  const banks = await Promise.all(plan.map(({ iban }) => findBank(iban)))
  await db().$transaction(async (tx) => {
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
    for (const upload of demoUploads(now)) rows += await seedDemoUpload(tx, people, upload)
    await backdate(tx)
    await decideOldReviews(tx, people)
    await escalateOne(tx, people.reviewer)
    // one credit for each single check, so that the ledger of the demo adds up
    await tx.$executeRaw`
        insert into credit_entries (kind, amount, attempt_id, user_id, at)
        select 'check', -1, id, ${people.analyst}::uuid, created_at from attempts where verification_id is not null`
    await tx.creditEntry.create({
      data: { kind: 'top_up', amount: 20_000, userId: people.admin, note: 'Opening balance' },
    })
    await record(
      { by: { kind: 'system' }, action: 'demo.seeded', details: { checks: plan.length + rows } },
      tx,
    )
  }, SEED_TIMEOUTS)
}

/** Plans few checks at weekends and a dozen today, none in the future. */
function planWeeks(now: number): PlannedCheck[] {
  const plan: PlannedCheck[] = []
  for (let day = DAYS - 1; day >= 0; day--) {
    const perDay = checksOn(new Date(now - day * DAY), day)
    for (let n = 0; n < perDay; n++) {
      const number = plan.length
      const at = new Date(now - day * DAY - (perDay - n) * 37 * MINUTE - (number % 7) * MINUTE)
      plan.push({ id: randomUUID(), ...pickCheck(number, day, n), at })
    }
  }
  return plan
}

/** Today's checks need a decision; on earlier days every third is a payee of the uploads. */
function pickCheck(number: number, day: number, n: number): { check: DemoCheck; iban: string } {
  if (day > 0 && number % 3 === 0) return payee(number * 11)
  const index = (day === 0 ? FIRST_NON_MATCH + n : number * 7 + day) % DEMO_CHECKS.length
  const check = DEMO_CHECKS[index] as DemoCheck
  return { check, iban: demoIban(check.country, index + 1) }
}

function checksOn(date: Date, daysAgo: number): number {
  if (daysAgo === 0) return 12
  return date.getUTCDay() % 6 === 0 ? 2 : 6 + ((daysAgo * 5) % 7)
}

/** Answers and queue entries get the time of their check. */
async function backdate(tx: Tx) {
  await tx.$executeRaw`update verifications set answered_at = created_at + make_interval(secs => duration_ms / 1000.0)
    where answered_at is not null and upload_id is null`
  await tx.$executeRaw`
    update reviews r set created_at = v.answered_at from verifications v where v.id = r.verification_id`
}

import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { cutEntries } from '@/lib/audit/cut.server'
import { datedAudit } from '@/lib/audit/testing/dated'
import { verifyChain } from '@/lib/audit/verify.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { checkPack } from '@/lib/exports/evidence/pack.server'
import { packBytes, verdictOf } from '@/lib/exports/testing/pack'
import { createSigningKey } from '@/lib/exports/testing/tamper'
import { db } from '@/lib/platform/db.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { createReview } from '@/lib/reviews/testing/fixtures'

process.env.SIGNING_KEY = createSigningKey()

let analyst: Person
let checkId: string
let earlier: Uint8Array

const packOf = async () => packBytes(await checkPack(checkId, 'en', analyst))
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

// the log is cut at midnight in TIME_ZONE
process.env.TIME_ZONE = 'Europe/Paris'

/** A check of 2016 with a decision and an evidence pack; then all entries of that time are cut from the audit log. */
beforeAll(async () => {
  analyst = await insertPerson()
  const reviewer = await insertPerson('reviewer')
  const { id, verificationId, evidenceHash } = await createReview(analyst.actor)
  checkId = verificationId
  await db().$executeRaw`update verifications set created_at = '2016-05-01', answered_at = '2016-05-01'`
  const decision = { decision: 'approve', reason: 'spelling_or_accent', evidenceHash } as const
  await datedAudit('2016-05-01', () => decideReview(id, decision, reviewer))
  earlier = await datedAudit('2016-05-01', packOf)
  await db().$transaction((tx) => cutEntries(tx, new Date('2021-03-11T23:00:00Z')))
})

describe('an evidence pack', () => {
  it('made before its entries were cut from the audit log is still genuine', async () => {
    expect(text(unzipSync(earlier)['audit.jsonl'])).toContain('review.approved')
    expect(await verdictOf(earlier)).toMatchObject({ genuine: true })
    expect(text(unzipSync(earlier)['README.txt'])).not.toContain('2021-03-12')
  })

  it('made afterwards is genuine too, and says what the audit log no longer contains', async () => {
    const later = await packOf()
    const files = unzipSync(later)
    expect(await verdictOf(later)).toMatchObject({
      genuine: true,
      manifest: { audit: { lines: 1, removedBefore: '2021-03-11T23:00:00.000Z' } },
    })
    expect(text(files['audit.jsonl'])).toContain('evidence.exported')
    expect(text(files['audit.jsonl'])).not.toContain('review.approved')
    expect(text(files['README.txt'])).toContain(
      'entries from before 2021-03-12 were due for removal and were removed',
    )
    expect(text(files['decisions.jsonl'])).toContain('"kind":"approve"')
    expect(await verifyChain()).toMatchObject({ breach: null })
  })
})

import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { createAnsweredRun, newPayments, release } from '@/lib/payments/release/testing/fixtures'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import {
  createReportableRun,
  loadReport,
  makeReportBytes,
  REPORTED_IBAN,
  REPORTED_LINES,
  readReportedChecks,
} from '@/lib/payments/reports/testing/fixtures'
import { createPeople } from '@/lib/payments/testing/people'
import { readGates } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { codeOf, refusalOf, refusedBy } from '@/lib/platform/testing/refusals'
import { claimReview } from '@/lib/reviews/decision/claim.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { reopenReview } from '@/lib/reviews/decision/undo.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { createRule, deleteRule } from '@/lib/reviews/rules/change.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { ruleInput } from '@/lib/reviews/rules/rules'

const [analyst, loader, second] = await createPeople()

/** The review of line 2 of a run, which is a close match. */
async function reviewOf(runId: string) {
  const checks = await readReportedChecks(runId)
  const verificationId = checks.find(({ number }) => number === 2)?.id ?? ''
  return db().review.findUniqueOrThrow({ where: { verificationId } })
}
type Reviewed = Awaited<ReturnType<typeof reviewOf>>

const adopt = ({ id, evidenceHash }: Reviewed, by: Person, correctedName = 'Müller GmbH') => {
  const input = { decision: 'approve' as const, reason: 'spelling_or_accent', evidenceHash, correctedName }
  return decideReview(id, input, by)
}

const plant = ({ id, evidenceHash }: Reviewed, by: Person, kind = 'approve') =>
  refusedBy(db().$executeRaw`
    insert into decisions (id, review_id, kind, reason, decided_by_id, evidence_hash)
    values (gen_random_uuid(), ${id}::uuid, ${kind}::decision_kind, 'other', ${by.actor.id}::uuid, ${evidenceHash})`)

describe('the answers of a report', () => {
  it('can’t be decided by the person who loaded it: the command and the trigger refuse it', async () => {
    const { id, messageId } = await createReportableRun(analyst)
    await loadReport(makeReportBytes(messageId), loader)
    const review = await reviewOf(id)
    expect((await readReview(review.id, loader.actor)).blocked).toBe('four_eyes_loader')
    expect((await readReview(review.id, second.actor)).blocked).toBeNull()
    expect(await refusalOf(adopt(review, loader))).toBe('403 four_eyes')
    expect(await refusalOf(claimReview(review.id, loader.actor))).toBe('403 four_eyes')
    for (const kind of ['approve', 'reject', 'escalate'])
      expect(await plant(review, loader, kind)).toBe('decisions_four_eyes_loader')
    expect(await refusalOf(adopt(review, second))).toBe('done')
    expect((await readReview(review.id, loader.actor)).reopenBlocked).toBe('four_eyes_loader')
    expect((await readReview(review.id, analyst.actor)).reopenBlocked).toBe('role')
    expect((await readReview(review.id, second.actor)).reopenBlocked).toBeNull()
    expect(await refusalOf(reopenReview(review.id, 'Again', loader))).toBe('403 four_eyes')
  })

  it('can be decided neither by the person who loaded it nor by the one who joined it later', async () => {
    const named = REPORTED_LINES.map((line) => ({ ...line, iban: REPORTED_IBAN }))
    const kept = await loadReport(makeReportBytes('ELSEWHERE', named), loader)
    const joiner = await insertPerson('reviewer')
    const { id } = await createReportableRun(analyst)
    await joinKeptReport(kept.id, id, joiner)
    const review = await reviewOf(id)
    for (const one of [loader, joiner]) {
      expect(await refusalOf(adopt(review, one))).toBe('403 four_eyes')
      expect(await plant(review, one)).toBe('decisions_four_eyes_loader')
    }
    expect(await refusalOf(adopt(review, second))).toBe('done')
  })

  it('keep a record, which can’t be changed, of who loaded and who joined them', async () => {
    const { id, messageId } = await createReportableRun(analyst)
    await loadReport(makeReportBytes(messageId), loader)
    const change = (column: string) =>
      refusedBy(
        db().$executeRawUnsafe(
          `update payment_reports set ${column} = '${second.actor.id}' where upload_id = '${id}'`,
        ),
      )
    expect(await change('received_by_id')).toBe('payment_report_loaders_stay')
    expect(await change('joined_by_id')).toBe('payment_report_loaders_stay')
  })

  it('are not decided by a rule that would repeat a decision of the person who loaded them', async () => {
    const third = await insertPerson('reviewer')
    const first = await createReportableRun(analyst)
    await loadReport(makeReportBytes(first.messageId), third)
    await adopt(await reviewOf(first.id), loader)
    const rule = await createRule(ruleInput.parse({ name: 'Repeat', outcome: 'repeat' }), second.auditActor)
    const own = await createReportableRun(analyst)
    await loadReport(makeReportBytes(own.messageId), loader)
    const others = await createReportableRun(analyst)
    await loadReport(makeReportBytes(others.messageId), third)
    await decideByRules()
    expect(await reviewOf(own.id)).toMatchObject({ state: 'todo' })
    expect(await reviewOf(others.id)).toMatchObject({ state: 'approved' })
    await deleteRule(rule.id, second.auditActor)
  })
})

describe('a line with a name from a report', () => {
  it('can’t be released by the people who loaded and joined the report, but by others', async () => {
    const lines = newPayments(3)
    const said = { code: 'RVMC', texts: ['Müller GmbH'] }
    const answers = lines.map(({ endToEndId }, n) =>
      n === 1 ? { ...said, endToEndId: endToEndId ?? '' } : { code: 'RCVC', endToEndId: endToEndId ?? '' },
    )
    const batches = [{ id: 'B-1', lines: answers }]
    const kept = await loadReport(makeReportBytes('NAMED-1', [], { batches }), loader)
    const id = await createAnsweredRun(analyst, lines, [], 'NAMED-1')
    const joiner = await insertPerson('reviewer')
    await joinKeptReport(kept.id, id, joiner)
    await adopt(await reviewOf(id), second)
    await computeGates(id)
    expect(await readGates(id)).toMatchObject({ 1: 'clear match', 2: 'corrected bank_name_adopted' })
    const planted = (by: Person) =>
      db().$transaction(async (tx) => {
        const { id: releaseId } = await tx.paymentRelease.create({
          data: {
            ...{ uploadId: id, number: 1, releasedById: by.actor.id },
            ...{ lines: 2, sums: {}, heldLines: 1, heldSums: {} },
          },
        })
        await tx.$executeRaw`update payment_lines set release_id = ${releaseId}::uuid where upload_id = ${id}::uuid and number <= 2`
      })
    for (const by of [loader, joiner]) {
      expect(await codeOf(release(id, by))).toBe('release_own_report')
      expect(await refusedBy(planted(by))).toBe('payment_releases_own_report')
    }
    expect(await codeOf(release(id, loader, [1, 3]))).toBe('done')
    const third = await insertPerson('reviewer')
    expect(await codeOf(release(id, third, [2]))).toBe('done')
  })
})

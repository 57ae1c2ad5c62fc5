import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { confirmLines } from '@/lib/payments/confirm/confirm.server'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import {
  createAnsweredRun,
  newPayments,
  readReleaseFile,
  release,
  releaseRequest,
} from '@/lib/payments/release/testing/fixtures'
import { recordHeldNotSent } from '@/lib/payments/release/withdraw.server'
import { createPeople } from '@/lib/payments/testing/people'
import { approveLine, readGates, storeRelease } from '@/lib/payments/testing/run'
import { db, Prisma } from '@/lib/platform/db.server'
import { codeOf, refusalOf, refusedBy } from '@/lib/platform/testing/refusals'
import { reopenReview } from '@/lib/reviews/decision/undo.server'
import { createRule } from '@/lib/reviews/rules/change.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { ruleInput } from '@/lib/reviews/rules/rules'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'
import { dropChecks } from '@/lib/uploads/sending/settle.server'

const [analyst, reviewer, second] = await createPeople()

const noDuplicate = (...lines: number[]) => ({
  kind: 'not_duplicate' as const,
  lines,
  reason: 'A second invoice.',
})

/** A run of three payments, the first two of which another run has released. */
async function repeatedRun(): Promise<string> {
  const lines = newPayments(3)
  const earlier = await createAnsweredRun(analyst, lines.slice(0, 2))
  const id = await createAnsweredRun(analyst, lines)
  await release(earlier, reviewer)
  await computeGates(id)
  expect(await readGates(id)).toEqual({
    1: 'held possible_duplicate',
    2: 'held possible_duplicate',
    3: 'clear match',
  })
  return id
}

describe('a line that was held until a reviewer confirmed it', () => {
  it('can’t be released by that reviewer, but by others, and the reviewer can release other lines', async () => {
    const id = await repeatedRun()
    await confirmLines(id, noDuplicate(1), reviewer)
    await confirmLines(id, noDuplicate(2), second)
    const input = await releaseRequest(id)
    await expect(releaseLines(id, input, reviewer)).rejects.toMatchObject({
      ...{ status: 403, code: 'release_own_confirmation' },
      extra: { lines: [1] },
    })
    await expect(releaseLines(id, input, second)).rejects.toMatchObject({ extra: { lines: [2] } })
    expect(await db().paymentRelease.count({ where: { uploadId: id } })).toBe(0)
    expect(await codeOf(release(id, reviewer, [2, 3]))).toBe('done')
    expect(await codeOf(release(id, second, [1]))).toBe('done')
  })

  it('is refused by the database too, whatever kind of confirmation it needed', async () => {
    const lines = newPayments(2)
    const [known, other] = lines
    if (!known || !other) throw new Error('no lines')
    const earlier = await createAnsweredRun(analyst, [known])
    await release(earlier, second)
    const id = await createAnsweredRun(analyst, [{ ...other, name: known.name }])
    expect(await readGates(id)).toEqual({ 1: 'held new_iban' })
    await confirmLines(id, { kind: 'new_iban', lines: [1], callBack: CALL_BACK }, reviewer)
    expect(await readGates(id)).toEqual({ 1: 'clear match' })
    const planted = (by: Person) =>
      refusedBy(
        db().$transaction(async (tx) => {
          const counts = { lines: 1, sums: {}, heldLines: 0, heldSums: {} }
          const { id: releaseId } = await tx.paymentRelease.create({
            data: { uploadId: id, number: 1, releasedById: by.actor.id, ...counts },
          })
          await tx.$executeRaw`update payment_lines set release_id = ${releaseId}::uuid where upload_id = ${id}::uuid`
        }),
      )
    expect(await planted(reviewer)).toBe('payment_releases_own_confirmation')
    expect(await codeOf(release(id, reviewer))).toBe('release_own_confirmation')
    expect(await planted(second)).toBe('done')
  })

  it('can be purged even if one person confirmed and released it before this rule existed', async () => {
    const id = await repeatedRun()
    await storeRelease(id, reviewer.actor.id, [3])
    await db().paymentConfirmation.create({
      data: { uploadId: id, number: 3, kind: 'not_duplicate', reason: 'x', byId: reviewer.actor.id },
    })
    const purge = db().$transaction(async (tx) => {
      await tx.$executeRaw`select set_config('accord.retention', 'on', true)`
      await tx.$executeRaw`update payment_lines set name = null where upload_id = ${id}::uuid`
    })
    expect(await refusedBy(purge)).toBe('done')
  })
})

describe('a line whose row was not sent', () => {
  it('counts as approved by the person who approved the check that its gate uses, even if others checked it since', async () => {
    const lines = newPayments(1)
    const earlier = await createAnsweredRun(analyst, lines, ['close_match'])
    await approveLine(earlier, 1, reviewer)
    const id = await createAnsweredRun(analyst, lines, [null])
    const ofRun = Prisma.sql`v.upload_id = ${id}::uuid`
    await db().$transaction((tx) => dropChecks(tx, id, ofRun, 'stopped'))
    await createAnsweredRun(await insertPerson(), lines)
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'corrected bank_name_adopted' })
    expect(await codeOf(release(id, reviewer))).toBe('release_own_decisions')
    expect(await codeOf(release(id, second))).toBe('done')
  })
})

describe('a check that a colleague made of the same payee', () => {
  it('clears no line of an uploader who approved it: another reviewer decides it again', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    const lines = newPayments(1)
    const id = await createAnsweredRun(both, lines, ['close_match'])
    const other = await createAnsweredRun(analyst, lines, ['close_match'])
    const review = await approveLine(other, 1, both)
    await Promise.all([id, other].map(computeGates))
    expect(await readGates(id)).toEqual({ 1: 'held approved_by_uploader' })
    expect(await readGates(other)).toEqual({ 1: 'corrected bank_name_adopted' })
    await reopenReview(review, 'Ask again', second)
    await approveLine(other, 1, second)
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'corrected bank_name_adopted' })
  })
})

describe('a rule that repeats a decision', () => {
  it('counts as a decision of the person who made the first one', async () => {
    const lines = newPayments(2)
    const earlier = await createAnsweredRun(analyst, lines, ['close_match', 'close_match'])
    for (const number of [1, 2]) await approveLine(earlier, number, reviewer)
    await createRule(ruleInput.parse({ name: 'Repeat', outcome: 'repeat' }), second.auditActor)
    const id = await createAnsweredRun(analyst, lines, ['close_match', 'close_match'])
    await decideByRules()
    await computeGates(id)
    expect(await readGates(id)).toEqual({
      1: 'corrected bank_name_adopted',
      2: 'corrected bank_name_adopted',
    })
    expect(await codeOf(release(id, reviewer))).toBe('release_own_decisions')
    expect(await codeOf(release(id, second, [1]))).toBe('done')
    expect(await codeOf(release(id, reviewer, [2]))).toBe('release_own_decisions')
    const { release: made } = JSON.parse(await readReleaseFile(id, 1, 'manifest', second))
    expect(made.decidedBy).toMatchObject([{ id: reviewer.actor.id }])
  })
})

describe('that a held file wasn’t sent', () => {
  it('is recorded by nobody who uploaded the run: the command and the trigger refuse it, whatever their roles', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    const id = await createAnsweredRun(both, newPayments(2))
    await release(id, reviewer, [1])
    await readReleaseFile(id, 1, 'held', both)
    const past = db().$executeRaw`
      update payment_releases set held_not_sent_at = now(), held_not_sent_by_id = ${both.id}::uuid
       where upload_id = ${id}::uuid`
    expect(await refusedBy(past)).toBe('payment_releases_not_sent_by_reviewer')
    expect(await refusalOf(recordHeldNotSent(id, 1, both))).toBe('403 four_eyes')
    expect(await refusalOf(recordHeldNotSent(id, 1, reviewer))).toBe('done')
  })
})

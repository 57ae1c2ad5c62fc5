import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db, type Tx } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { stripChecks } from '@/lib/retention/strip.server'
import { decideReview, takeDecision } from '@/lib/reviews/decision/decide.server'
import { reopenReview, undoDecision } from '@/lib/reviews/decision/undo.server'
import { addDocument } from '@/lib/reviews/item/documents.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { addNote } from '@/lib/reviews/item/notes.server'
import { policySetting } from '@/lib/reviews/load.server'
import { createRule } from '@/lib/reviews/rules/change.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { ruleInput } from '@/lib/reviews/rules/rules'
import { CALL_BACK, createReview } from '@/lib/reviews/testing/fixtures'

const asker = await insertPerson()
const reviewer = await insertPerson('reviewer')
await policySetting.save('one')

type Item = Awaited<ReturnType<typeof createReview>>
const strip = ({ verificationId }: Item) => db().$transaction((tx) => stripChecks(tx, [verificationId]))
const approval = ({ evidenceHash }: Item) =>
  ({
    decision: 'approve',
    reason: 'confirmed_with_payee',
    note: 'Jean Dupont said so',
    callBack: CALL_BACK,
    evidenceHash,
  }) as const
const approve = (item: Item) => decideReview(item.id, approval(item), reviewer)
const pdf = { name: 'Letter of Jean Dupont.pdf', bytes: Buffer.from('%PDF-1.7') }

/** Runs `write` in a transaction that commits while the check is being stripped. */
async function meanwhile(item: Item, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  let stripping: Promise<unknown> = Promise.resolve()
  await db().$transaction(async (tx) => {
    await write(tx)
    stripping = strip(item)
    await expect.poll(countLockWaits).toBeGreaterThan(0)
  })
  await stripping
}

describe('a review whose names are deleted', () => {
  it('loses what a reviewer wrote in a decision that was being stored', async () => {
    const item = await createReview(asker.actor)
    await meanwhile(item, (tx) => takeDecision(tx, item.id, approval(item), reviewer))
    const [decision] = await db().decision.findMany({ where: { reviewId: item.id } })
    expect(decision).toMatchObject({ kind: 'approve', note: null, callBack: { person: '', number: '' } })
    expect(decision?.evidenceHash).not.toBe(item.evidenceHash)
  })

  it('loses a note that was being stored', async () => {
    const item = await createReview(asker.actor)
    await meanwhile(item, (tx) =>
      tx.reviewEvent.create({
        data: { reviewId: item.id, kind: 'note', byId: reviewer.actor.id, note: 'Jean Dupont called' },
      }),
    )
    const events = await db().reviewEvent.findMany({ where: { reviewId: item.id } })
    expect(events.map(({ note }) => note)).toEqual([null])
  })

  it('accepts no more notes and documents, because nothing would delete them', async () => {
    const item = await createReview(asker.actor)
    await approve(item)
    await strip(item)
    expect(await refusalOf(addNote(item.id, 'Jean Dupont called', reviewer))).toBe('409 verification_purged')
    expect(await refusalOf(addDocument(item.id, pdf, reviewer))).toBe('409 verification_purged')
  })

  it('is decided by no rule that accepted it before', async () => {
    const rule = { name: 'Capitals', outcome: 'approve', differenceTypes: ['capital_letters'] }
    await createRule(ruleInput.parse(rule), reviewer.auditActor)
    const item = await createReview(asker.actor, { names: ['jean dupont', 'Jean Dupont'] })
    const state = async () => {
      const { state, awaitsRule } = await db().review.findUniqueOrThrow({ where: { id: item.id } })
      return [state, awaitsRule]
    }
    expect(await state()).toEqual(['todo', true])
    await strip(item)
    expect(await decideByRules()).toBe(0)
    expect(await state()).toEqual(['superseded', false])
  })

  it('can’t be reopened, because nobody could see what they decide', async () => {
    const item = await createReview(asker.actor)
    await approve(item)
    await strip(item)
    expect(await refusalOf(undoDecision(item.id, reviewer))).toBe('409 verification_purged')
    expect(await refusalOf(reopenReview(item.id, 'Look again', reviewer))).toBe('409 verification_purged')
    const seen = await readReview(item.id, reviewer.actor)
    expect([seen.state, seen.reopenBlocked, seen.undoableUntil]).toEqual(['approved', 'purged', null])
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import type { CallBack } from '@/lib/reviews/call'
import { correctedName } from '@/lib/reviews/corrected-name.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { refuseDecision } from '@/lib/reviews/decision/four-eyes.server'
import { undoDecision } from '@/lib/reviews/decision/undo.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { policySetting } from '@/lib/reviews/load.server'
import { CALL_BACK, createReview } from '@/lib/reviews/testing/fixtures'
import { callBack, type DecisionInput, decisionInput } from './schema'

const asker = await insertPerson()
const first = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
beforeEach(() => policySetting.save('one'))

type Item = { id: string; evidenceHash: string }
const decide = (item: Item, more: Partial<DecisionInput>, by: Person = first) => {
  const approval = { decision: 'approve', reason: 'confirmed_with_payee', evidenceHash: item.evidenceHash }
  return decideReview(item.id, decisionInput.parse({ ...approval, ...more }), by)
}
const ask = (more: Partial<CallBack>) => callBack.safeParse({ ...CALL_BACK, ...more }).success

describe('an item that the bank denied or could not verify', () => {
  it.each(['no_match', 'account_not_verifiable'] as const)(
    '(%s) is approved only with a call that confirmed it',
    async (result) => {
      const item = await createReview(asker.actor, { result })
      expect(await refusalOf(decide(item, {}))).toBe('422 call_back_required')
      expect(await refusalOf(decide(item, { note: 'Called the number on file' }))).toBe(
        '422 call_back_required',
      )
      expect(await refusalOf(decide(item, { callBack: { ...CALL_BACK, outcome: 'not_reached' } }))).toBe(
        '422 call_back_required',
      )
      expect(await refusalOf(decide(item, { callBack: CALL_BACK, reason: 'spelling_or_accent' }))).toBe(
        '422 call_back_required',
      )
      expect((await decide(item, { callBack: CALL_BACK })).state).toBe('approved')
    },
  )

  it('is not approved without a call-back by the database either', async () => {
    const item = await createReview(asker.actor, 'no_match')
    const insert = (call: string | null) => db().$executeRaw`
      insert into decisions (id, review_id, kind, decided_by_id, evidence_hash, call_back)
      values (gen_random_uuid(), ${item.id}::uuid, 'approve', ${first.actor.id}::uuid, ${item.evidenceHash}, ${call}::jsonb)`
    const denied = JSON.stringify({ ...CALL_BACK, outcome: 'denied' })
    expect(await refusalOf(insert(null).catch(refuseDecision))).toBe('422 call_back_required')
    expect(await refusalOf(insert(denied).catch(refuseDecision))).toBe('422 call_back_required')
    await expect(insert('{"outcome": "confirmed"}')).rejects.toThrow('decisions_call_back_shape')
    expect(await insert(JSON.stringify(CALL_BACK))).toBe(1)
  })

  it('is not approved by the database with the call of an undone approval, or of another kind of decision', async () => {
    const item = await createReview(asker.actor, 'no_match')
    const plant = (by: Person, kind: 'approve' | 'escalate', call?: CallBack, undoneAt?: Date) =>
      db().decision.create({
        data: {
          ...{ reviewId: item.id, kind, decidedById: by.actor.id, evidenceHash: item.evidenceHash },
          ...{ ...(call && { callBack: call }), undoneAt: undoneAt ?? null },
        },
      })
    await plant(first, 'escalate', CALL_BACK)
    await plant(first, 'approve', CALL_BACK, new Date())
    expect(await refusalOf(plant(second, 'approve').catch(refuseDecision))).toBe('422 call_back_required')
    await plant(await insertPerson('reviewer'), 'approve', CALL_BACK)
    expect(await refusalOf(plant(second, 'approve').catch(refuseDecision))).toBe('done')
  })

  it('needs one call for two approvals: the second approval can rely on the first one’s call until that is undone', async () => {
    await policySetting.save('two_to_approve')
    const item = await createReview(asker.actor, 'no_match')
    await decide(item, { callBack: CALL_BACK })
    await undoDecision(item.id, first)
    expect(await refusalOf(decide(item, {}, second))).toBe('422 call_back_required')
    await decide(item, { callBack: CALL_BACK })
    expect((await decide(item, {}, second)).state).toBe('approved')
  })

  it('can be rejected with the record of a call that did not confirm it', async () => {
    const item = await createReview(asker.actor, 'no_match')
    const denied: CallBack = { ...CALL_BACK, outcome: 'denied' }
    await decide(item, { decision: 'reject', reason: 'payee_could_not_confirm', callBack: denied })
    expect((await readReview(item.id, second.actor)).decisions[0]?.callBack).toEqual(denied)
  })
})

describe('a call-back record', () => {
  it('must say who was called, on which number, from where, when and with what outcome', () => {
    expect(ask({})).toBe(true)
    expect(ask({ person: ' ' })).toBe(false)
    expect(ask({ number: 'the usual one' })).toBe(false)
    expect(ask({ number: '12' })).toBe(false)
    expect(ask({ numberSource: 'invoice' as never })).toBe(false)
    expect(ask({ calledAt: 'yesterday' })).toBe(false)
    expect(ask({ outcome: 'maybe' as never })).toBe(false)
  })

  it('is neither from the future nor more than 90 days old, by the clock of the database', async () => {
    const item = await createReview(asker.actor, 'no_match')
    const call = (calledAt: Date) => ({ callBack: { ...CALL_BACK, calledAt: calledAt.toISOString() } })
    const [now, later] = [new Date(), new Date(Date.now() + 3_600_000)]
    expect(await refusalOf(decide(item, call(later)))).toBe('422 call_in_future')
    const days = (n: number) => new Date(Date.now() - n * 86_400_000)
    expect(await refusalOf(decide(item, call(days(91))))).toBe('422 call_too_old')
    // a year that was typed with two digits
    expect(await refusalOf(decide(item, call(new Date('0026-01-05T10:00:00Z'))))).toBe('422 call_too_old')
    expect(await refusalOf(decide(await createReview(asker.actor, 'no_match'), call(days(89))))).toBe('done')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    await decide(item, call(now)).finally(() => vi.useRealTimers())
  })

  it('is kept with the decision and in the timeline; the audit log has the source of the number, not its owner', async () => {
    const item = await createReview(asker.actor, 'no_match')
    await decide(item, { callBack: CALL_BACK })
    const { decisions, timeline } = await readReview(item.id, second.actor)
    expect(decisions[0]).toMatchObject({ callBack: CALL_BACK, by: { id: first.actor.id } })
    expect(timeline[0]).toMatchObject({ kind: 'approve', callBack: CALL_BACK })
    const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: item.id } })
    expect(entry.details).toMatchObject({ numberSource: 'own_records', callOutcome: 'confirmed' })
    expect(JSON.stringify(entry.details)).not.toMatch(/Claire|33 1/)
  })

  it('is optional on a close match, where "confirmed with the payee" needs a note or a call', async () => {
    const item = await createReview(asker.actor)
    expect(await refusalOf(decide(item, {}))).toBe('422 note_required')
    expect(await refusalOf(decide(item, { note: 'They called us' }))).toBe('done')
  })
})

describe('a corrected name', () => {
  const inExports = async ({ id }: Item) => {
    const [row] = await db().$queryRaw<{ name: string | null }[]>`
      select ${correctedName('r')} as name from reviews r where r.id = ${id}::uuid`
    return row?.name ?? null
  }

  it('is the bank’s name on a close match, applies once the item is approved, and changes neither name of the check', async () => {
    await policySetting.save('two_to_approve')
    const item = await createReview(asker.actor)
    const why = { reason: 'spelling_or_accent' }
    expect(await refusalOf(decide(item, { ...why, correctedName: 'Somebody Else' }))).toBe(
      '422 corrected_name',
    )
    await decide(item, { ...why, correctedName: ' Jean  Dupont' })
    expect(await inExports(item)).toBeNull()
    await decide(item, why, second)
    expect(await inExports(item)).toBe('Jean Dupont')
    const check = await db().verification.findUniqueOrThrow({ where: { id: item.verificationId } })
    expect(check).toMatchObject({ name: 'Jean Dupond', matchedName: 'Jean Dupont' })
  })

  it('is never a bank’s name with a character that couldn’t be read', async () => {
    const matchedName = 'Jean Dup\ufffdnt'
    const item = await createReview(asker.actor, { names: ['Jean Dupond', matchedName] })
    const why = { reason: 'spelling_or_accent' }
    expect(await refusalOf(decide(item, { ...why, correctedName: matchedName }))).toBe('422 corrected_name')
    expect(await refusalOf(decide(item, why))).toBe('done')
  })

  it('is what the payee said where the bank gives no name, and is removed when the decision is undone', async () => {
    const item = await createReview(asker.actor, 'no_match')
    await decide(item, { callBack: CALL_BACK, correctedName: 'Bright Harbour SARL' })
    expect(await inExports(item)).toBe('Bright Harbour SARL')
    await undoDecision(item.id, first)
    expect(await inExports(item)).toBeNull()
  })

  it('requires an approval and must be a valid name', () => {
    const body = { reason: 'other', note: 'No', evidenceHash: 'a'.repeat(64), correctedName: 'Jean Dupont' }
    expect(decisionInput.safeParse({ ...body, decision: 'reject' }).success).toBe(false)
    const approval = { ...body, decision: 'approve', reason: 'spelling_or_accent' }
    expect(decisionInput.safeParse(approval).success).toBe(true)
    expect(decisionInput.safeParse({ ...approval, correctedName: 'a\u202eb' }).success).toBe(false)
  })
})

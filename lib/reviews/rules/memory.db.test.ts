import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { undoDecision } from '@/lib/reviews/decision/undo.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { readSignals } from '@/lib/reviews/item/signals.server'
import { memorySetting, policySetting } from '@/lib/reviews/load.server'
import { CALL_BACK, type CheckInput, createReview } from '@/lib/reviews/testing/fixtures'

let n = 0
/** Names and an IBAN that no other test uses. */
const fresh = (): CheckInput => ({ names: [`Anna Lind ${++n}`, `Anna Lindh ${n}`], iban: `SE${1000 + n}` })
const asker = await insertPerson('analyst', 'reviewer')
const reviewer = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
beforeEach(async () => {
  await policySetting.save('one')
  await memorySetting.save(12)
})

type Item = { id: string; evidenceHash: string }
const decide = (item: Item, by: Person, more: object = {}) =>
  decideReview(
    item.id,
    { decision: 'approve', reason: 'spelling_or_accent', evidenceHash: item.evidenceHash, ...more },
    by,
  )
const memoryOf = async (item: Item, person = second) => (await readReview(item.id, person.actor)).memory

describe('an earlier decision', () => {
  it('is offered for the same IBAN and names: who, when, why', async () => {
    const pair = fresh()
    const first = await createReview(asker.actor, pair)
    await decide(first, reviewer, { reason: 'confirmed_with_payee', note: 'Called' })
    expect(await memoryOf(first)).toBeNull()
    const memory = await memoryOf(await createReview(asker.actor, pair))
    expect(memory).toMatchObject({ kind: 'approve', reason: 'confirmed_with_payee', note: 'Called' })
    expect(memory?.by.id).toBe(reviewer.actor.id)
  })

  it('is offered with the bank’s name that the first of two approvals adopted', async () => {
    const pair = fresh()
    const item = await createReview(asker.actor, pair)
    await policySetting.save('two_to_approve')
    await decide(item, reviewer, { correctedName: pair.names?.[1] })
    await decide(item, second)
    expect(await memoryOf(await createReview(asker.actor, pair))).toMatchObject({
      correctedName: pair.names?.[1],
    })
  })

  it('on a no match is offered when it was a rejection, never when it was an approval', async () => {
    const { names, iban } = fresh()
    const denied = () => createReview(asker.actor, { result: 'no_match', names, iban })
    await decide(await denied(), reviewer, {
      reason: 'confirmed_with_payee',
      callBack: CALL_BACK,
    })
    expect(await memoryOf(await denied())).toBeNull()
    await decide(await denied(), reviewer, { decision: 'reject', reason: 'different_person' })
    expect(await memoryOf(await denied())).toMatchObject({ kind: 'reject', reason: 'different_person' })
    const unverifiable = await createReview(asker.actor, { result: 'account_not_verifiable', names, iban })
    expect(await memoryOf(unverifiable)).toBeNull()
  })

  it('is not offered for another IBAN, name, bank’s name or environment', async () => {
    const pair = fresh()
    const [name = '', registered = ''] = pair.names ?? []
    await decide(await createReview(asker.actor, pair), reviewer)
    for (const other of [
      { ...pair, iban: 'SE9999' },
      { ...pair, names: [name.toUpperCase(), registered] as [string, string] },
      { ...pair, names: [name, `${registered} B`] as [string, string] },
      { ...pair, environment: 'sandbox' as const },
    ])
      expect(await memoryOf(await createReview(asker.actor, other))).toBeNull()
  })

  it('is not offered once it was undone, is too old, or memory is switched off', async () => {
    const pair = fresh()
    const old = await createReview(asker.actor, pair)
    await decide(old, reviewer)
    const next = await createReview(asker.actor, pair)
    await db()
      .$executeRaw`update decisions set created_at = now() - interval '11 months' where review_id = ${old.id}::uuid`
    expect(await memoryOf(next)).not.toBeNull()
    await memorySetting.save(10)
    expect(await memoryOf(next)).toBeNull()
    await memorySetting.save(12)
    await db().$executeRaw`update decisions set created_at = now() where review_id = ${old.id}::uuid`
    await undoDecision(old.id, reviewer)
    expect(await memoryOf(next)).toBeNull()
  })

  it('is repeated with its reason and note, as a new decision under four eyes', async () => {
    const pair = fresh()
    await decide(await createReview(asker.actor, pair), reviewer, {
      reason: 'confirmed_with_payee',
      note: 'Called',
    })
    const next = await createReview(asker.actor, pair)
    const repeats = (await memoryOf(next))?.id
    expect(await refusalOf(decide(next, asker, { repeats }))).toBe('403 four_eyes')
    await decide(next, second, { repeats, reason: 'confirmed_with_payee' })
    const [decision] = await db().decision.findMany({ where: { reviewId: next.id } })
    expect(decision).toMatchObject({ note: 'Called', earlierId: repeats, decidedById: second.actor.id })
    const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: next.id } })
    expect(entry.details).toMatchObject({ earlierId: repeats })
  })

  it('is not repeated once it no longer applies, or as its opposite', async () => {
    const pair = fresh()
    const old = await createReview(asker.actor, pair)
    await decide(old, reviewer)
    const next = await createReview(asker.actor, pair)
    const repeats = (await memoryOf(next))?.id
    const opposite = { repeats, decision: 'reject', reason: 'different_person' }
    expect(await refusalOf(decide(next, second, opposite))).toBe('409 earlier_changed')
    await undoDecision(old.id, reviewer)
    expect(await refusalOf(decide(next, second, { repeats }))).toBe('409 earlier_changed')
  })
})

describe('the signs of payment redirection', () => {
  it('are counted and listed: same name with another IBAN, same IBAN with another name, same reference', async () => {
    const name = `Nordlicht GmbH ${++n}`
    const pair = { names: [name, `${name} AG`] as [string, string], iban: `DE${n}` }
    const own = { ...pair, reference: `V-${n}` }
    const item = await createReview(asker.actor, own)
    await createReview(asker.actor, { ...pair, iban: `DE${n}X`, names: [name.toUpperCase(), name] })
    await createReview(asker.actor, { ...own, names: ['Somebody Else', 'Somebody Elze'] })
    await createReview(asker.actor, { ...own, iban: 'DE0', names: ['Third One', 'Third Ones'] })
    const { signals } = await readReview(item.id, reviewer.actor)
    expect(signals).toEqual({ otherIbans: 1, otherNames: 1, otherIbansOfReference: 1 })
    const lists = await readSignals(item.id, reviewer.actor)
    expect(lists.otherIbans.map(({ iban }) => iban)).toEqual([`DE${n}X`])
    expect(lists.otherNames.map((each) => each.name)).toEqual(['Somebody Else'])
    expect(lists.otherIbansOfReference.map((each) => each.name)).toEqual(['Third One'])
  })

  it('show an analyst only their own checks, and nothing for reviews of other people', async () => {
    const analyst = await insertPerson()
    const pair = fresh()
    const item = await createReview(analyst.actor, pair)
    await createReview(asker.actor, { ...pair, iban: 'FI77' })
    await createReview(asker.actor, { ...pair, names: ['Hidden Name', 'Hidden Names'] })
    const { signals, memory } = await readReview(item.id, analyst.actor)
    expect(signals).toEqual({ otherIbans: 0, otherNames: 0, otherIbansOfReference: 0 })
    expect(memory).toBeNull()
    expect((await readSignals(item.id, analyst.actor)).otherIbans).toEqual([])
    const stranger = await insertPerson()
    expect(await refusalOf(readSignals(item.id, stranger.actor))).toBe('404 not_found')
  })

  it('hide the name in another person’s earlier check of the IBAN from an analyst', async () => {
    const analyst = await insertPerson()
    const pair = fresh()
    await createReview(asker.actor, { ...pair, names: ['Hidden Name', 'Hidden Names'] })
    const item = await createReview(analyst.actor, pair)
    const mine = (await readReview(item.id, analyst.actor)).earlier
    expect(mine).toMatchObject([{ id: null, name: null, matchResult: 'close_match', reviewState: 'todo' }])
    const theirs = (await readReview(item.id, reviewer.actor)).earlier
    expect(theirs).toMatchObject([{ name: 'Hidden Name' }])
  })
})

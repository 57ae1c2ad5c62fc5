import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { paymentPolicySetting } from '@/lib/payments/policy.server'
import { createPeople } from '@/lib/payments/testing/people'
import {
  createTestRun,
  numberLines,
  paymentTo,
  readGates,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import type { FilePayment } from '@/lib/tables/payments/line'
import { computeGates } from './compute.server'

/** The payees of a test have higher numbers than those of the test before, so that tests don't share answers. */
let first = 0
const [analyst, reviewer] = await createPeople()
beforeEach(() => {
  first += 100
})

describe('a payment that may have been made before', () => {
  it('a payment equal to a recently released one is held until a reviewer confirms it is no duplicate', async () => {
    const earlier = await createTestRun(
      analyst,
      numberLines(paymentTo(first, { amount: '100.5' }), paymentTo(first + 1)),
    )
    await storeAnswers(earlier, { 1: 'match', 2: 'match' })
    const longAgo = new Date(Date.now() - 91 * 86_400_000)
    await storeRelease(earlier, reviewer.actor.id, [2], { releasedAt: longAgo })
    await storeRelease(earlier, reviewer.actor.id, [1])
    const id = await createTestRun(
      analyst,
      numberLines(paymentTo(first, { amount: '100.50' }), paymentTo(first + 1)),
    )
    await storeAnswers(id, { 1: 'match', 2: 'match' })
    expect(await readGates(id)).toEqual({ 1: 'held possible_duplicate', 2: 'clear match' })
    await db().paymentConfirmation.create({
      data: {
        uploadId: id,
        number: 1,
        kind: 'not_duplicate',
        reason: 'A second invoice.',
        byId: reviewer.actor.id,
      },
    })
    await computeGates(id)
    expect(await readGates(id)).toMatchObject({ 1: 'clear match' })
  })

  it('a payment to an account that is no IBAN holds an equal one too', async () => {
    await paymentPolicySetting.save({ ...DEFAULT_PAYMENT_POLICY, letUncheckedPass: true })
    const account = `NIP-${first}`
    const to = (otherAccount: string | null, more: Partial<FilePayment> = {}) =>
      paymentTo(first, { account: 'other', iban: null, otherAccount, endToEndId: 'INV-1', ...more })
    const earlier = await createTestRun(
      analyst,
      numberLines(to(account, { amount: '7.5' }), to(null), paymentTo(first)),
    )
    await computeGates(earlier)
    expect(await readGates(earlier)).toMatchObject({ 1: 'unchecked other_account' })
    await storeRelease(earlier, reviewer.actor.id, [1, 2])
    const same = to(account, { amount: '7.50' })
    const others: Partial<FilePayment>[] = [
      { amount: '8' },
      { currency: 'USD' },
      { endToEndId: 'INV-2' },
      { otherAccount: `${account}1` },
    ]
    const again = numberLines(
      same,
      ...others.map((more) => ({ ...same, ...more })),
      to(null),
      paymentTo(first + 1),
    )
    const id = await createTestRun(analyst, again)
    await computeGates(id)
    await paymentPolicySetting.save(DEFAULT_PAYMENT_POLICY)
    const unchecked = 'unchecked other_account'
    expect(await readGates(id)).toMatchObject({
      1: 'held possible_duplicate',
      ...{ 2: unchecked, 3: unchecked, 4: unchecked, 5: unchecked, 6: unchecked },
    })
  })

  it('all lines are held if the MsgId of the file was released before, or if the file is a released one', async () => {
    const messageId = `MSG-${randomUUID().slice(0, 8)}`
    const earlier = await createTestRun(analyst, numberLines(paymentTo(first)), { file: { messageId } })
    await storeAnswers(earlier, { 1: 'match' })
    await storeRelease(earlier, reviewer.actor.id, [1], {
      messageId: `${messageId}-R1`,
      heldMessageId: `${messageId}-H1`,
    })
    const again = await createTestRun(analyst, numberLines(paymentTo(first + 1)), { file: { messageId } })
    const released = await createTestRun(analyst, numberLines(paymentTo(first + 2)), {
      file: { messageId: `${messageId}-R1` },
    })
    const heldFile = await createTestRun(analyst, numberLines(paymentTo(first + 3)), {
      file: { messageId: `${messageId}-H1` },
    })
    for (const id of [again, released, heldFile]) await storeAnswers(id, { 1: 'match' })
    expect(await readGates(again)).toEqual({ 1: 'held possible_duplicate' })
    expect(await readGates(released)).toEqual({ 1: 'held possible_duplicate' })
    expect(await readGates(heldFile)).toEqual({ 1: 'clear match' })
  })

  it('a file is held by the MsgId of any of its messages', async () => {
    const [one, two, three] = Array.from({ length: 3 }, () => `MSG-${randomUUID().slice(0, 8)}`)
    const messagesOf = (...ids: (string | undefined)[]) => ({
      file: {
        messageId: ids[0] ?? null,
        messages: ids.map((messageId = '', batch) => ({ messageId, batch })),
      },
    })
    const earlier = await createTestRun(analyst, numberLines(paymentTo(first)), messagesOf(one, two, ''))
    await storeAnswers(earlier, { 1: 'match' })
    await storeRelease(earlier, reviewer.actor.id, [1], { messageId: `${one}-R1` })
    const gateWith = async (n: number, ...ids: (string | undefined)[]) => {
      const id = await createTestRun(analyst, numberLines(paymentTo(first + n)), messagesOf(...ids))
      await storeAnswers(id, { 1: 'match' })
      return (await readGates(id))[1]
    }
    expect(await gateWith(1, three, two)).toBe('held possible_duplicate')
    expect(await gateWith(2, two)).toBe('held possible_duplicate')
    expect(await gateWith(3, three, `${one}-R1`)).toBe('held possible_duplicate')
    expect(await gateWith(4, `${one}-R1.2`)).toBe('held possible_duplicate')
    expect(await gateWith(5, `${three}-2`, '')).toBe('clear match')
  })

  it('lines of a downloaded held file are held until a reviewer records that it was not sent', async () => {
    const id = await createTestRun(analyst, numberLines(paymentTo(first), paymentTo(first + 1)))
    await storeAnswers(id, { 1: 'match' })
    const release = await storeRelease(id, reviewer.actor.id, [1], { heldDownloadedAt: new Date() })
    await storeAnswers(id, { 2: 'match' })
    expect(await readGates(id)).toEqual({ 1: 'clear match', 2: 'held held_file_out' })
    await db().paymentRelease.update({
      where: { id: release },
      data: { heldNotSentAt: new Date(), heldNotSentById: reviewer.actor.id },
    })
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'clear match', 2: 'clear match' })
  })
})

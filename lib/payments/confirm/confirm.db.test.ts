import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { lockRun } from '@/lib/payments/release/lock.server'
import type { ConfirmationInput } from '@/lib/payments/schema'
import {
  createTestRun,
  numberLines,
  paymentTo,
  readGates,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db, lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { signedOutWaiting } from '@/lib/platform/testing/locks'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'
import { confirmLines } from './confirm.server'

/** A run of three lines: the first has a new IBAN, the second is a possible duplicate, and the third is clear. */

await insertConnection()
const [analyst, reviewer, both] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('analyst', 'reviewer'),
]
const known = await createTestRun(analyst, numberLines(paymentTo(1, { name: 'Nord GmbH' }), paymentTo(2)))
await storeAnswers(known, { 1: 'match', 2: 'match' })
await storeRelease(known, reviewer.actor.id, [1, 2])
const lines = numberLines(paymentTo(3, { name: 'Nord GmbH' }), paymentTo(2), paymentTo(4))
const [id, own] = [await createTestRun(analyst, lines), await createTestRun(both, lines)]
await storeAnswers(id, { 1: 'match', 2: 'match', 3: 'match' })
await storeAnswers(own, { 1: 'match', 2: 'match', 3: 'match' })
await computeGates(id)

const newIban = (...lines: number[]) => ({ kind: 'new_iban' as const, lines, callBack: CALL_BACK })
const noDuplicate = (...lines: number[]) => ({
  kind: 'not_duplicate' as const,
  lines,
  reason: 'A second invoice.',
})

describe('a reviewer', () => {
  it('confirms no line at all if one of the lines doesn’t need the confirmation', async () => {
    expect(await readGates(id)).toEqual({
      1: 'held new_iban',
      2: 'held possible_duplicate',
      3: 'clear match',
    })
    expect(await refusalOf(confirmLines(id, newIban(1, 3), reviewer))).toBe('409 nothing_to_confirm')
    expect(await refusalOf(confirmLines(id, noDuplicate(1), reviewer))).toBe('409 nothing_to_confirm')
    expect(await refusalOf(confirmLines(id, newIban(9), reviewer))).toBe('409 nothing_to_confirm')
    expect(await db().paymentConfirmation.count()).toBe(0)
  })

  it('can confirm a new IBAN only with a call in which the payee confirmed the account', async () => {
    const denied = { ...newIban(1), callBack: { ...CALL_BACK, outcome: 'denied' as const } }
    expect(await refusalOf(confirmLines(id, denied, reviewer))).toBe('422 call_back_required')
  })

  it('can’t confirm the new IBANs of two payees, or two IBANs of one, with one call', async () => {
    const [nord, sued] = [{ name: 'Nord GmbH' }, { name: 'Süd AG' }]
    const paid = await createTestRun(analyst, numberLines(paymentTo(11, sued), paymentTo(12)))
    await storeAnswers(paid, { 1: 'match', 2: 'match' })
    await storeRelease(paid, reviewer.actor.id, [1, 2])
    const lines = [
      paymentTo(13, sued),
      paymentTo(14, nord),
      paymentTo(15, nord),
      paymentTo(15, nord),
      paymentTo(15, sued),
    ]
    const several = await createTestRun(analyst, numberLines(...lines))
    await storeAnswers(several, { 1: 'match', 2: 'match', 3: 'match', 4: 'match', 5: 'match' })
    await computeGates(several)
    const attempt = (...numbers: number[]) => confirmLines(several, newIban(...numbers), reviewer)
    await expect(attempt(1, 2)).rejects.toMatchObject({
      ...{ status: 422, code: 'several_accounts' },
      errors: [{ path: 'lines', message: expect.stringContaining('Lines 1 and 2 pay different accounts') }],
    })
    expect(await refusalOf(attempt(2, 3))).toBe('422 several_accounts')
    expect(await refusalOf(attempt(4, 5))).toBe('422 several_accounts')
    expect(await db().paymentConfirmation.count({ where: { uploadId: several } })).toBe(0)
    await attempt(3, 4)
    expect(await readGates(several)).toMatchObject({ 2: 'held new_iban', 3: 'clear match', 4: 'clear match' })
  })

  it('can’t confirm lines of a run that they uploaded: the command and the trigger refuse it', async () => {
    expect(await refusalOf(confirmLines(own, newIban(1), both))).toBe('403 four_eyes')
    const written = (byId: string, kind = 'not_duplicate', callBack: object | undefined = undefined) =>
      db().paymentConfirmation.create({
        data: { uploadId: own, number: 1, kind, reason: 'x', byId, ...(callBack && { callBack }) },
      })
    await expect(written(both.actor.id)).rejects.toThrow('by a reviewer who did not upload its run')
    await expect(written(analyst.actor.id)).rejects.toThrow('by a reviewer who did not upload its run')
    const denied = { ...CALL_BACK, outcome: 'denied' }
    await expect(written(reviewer.actor.id, 'new_iban', denied)).rejects.toThrow(
      'only with the record of a call',
    )
  })

  it('can’t confirm lines in their first hours as a reviewer', async () => {
    await db().user.update({
      where: { id: reviewer.actor.id },
      data: { decidesFrom: new Date(Date.now() + 60_000) },
    })
    expect(await refusalOf(confirmLines(id, newIban(1), reviewer))).toBe('403 decides_later')
    const planted = db().paymentConfirmation.create({
      data: { uploadId: id, number: 2, kind: 'not_duplicate', reason: 'x', byId: reviewer.actor.id },
    })
    await expect(planted).rejects.toThrow('does not decide yet')
    await db().user.update({ where: { id: reviewer.actor.id }, data: { decidesFrom: null } })
  })

  it.each<[string, (tx: Tx) => Promise<unknown>, ConfirmationInput]>([
    ['a release of any run', (tx) => takeLocks(tx, [lockOf('payment release')]), noDuplicate(2)],
    ['a change of the run', (tx) => lockRun(tx, id, reviewer.actor), newIban(1)],
  ])('confirms nothing if they are signed out while they wait for %s', async (_, takeLock, input) => {
    const gone = await insertPerson('reviewer')
    const outcome = await signedOutWaiting(gone, takeLock, () => confirmLines(id, input, gone))
    expect(outcome).toBe('session_required')
    expect(await db().paymentConfirmation.count({ where: { byId: gone.actor.id } })).toBe(0)
  })

  it('gets 404 for a run that they may not see', async () => {
    const stranger = await insertPerson()
    expect(await refusalOf(confirmLines(id, newIban(1), stranger))).toBe('404 not_found')
  })

  it('confirms nothing with a call that is in the future or more than 90 days old', async () => {
    const confirm = (calledAt: number) => {
      const callBack = { ...CALL_BACK, calledAt: new Date(calledAt).toISOString() }
      return confirmLines(id, { ...newIban(1), callBack }, reviewer)
    }
    expect(await refusalOf(confirm(Date.now() + 3_600_000))).toBe('422 call_in_future')
    await expect(confirm(Date.now() - 91 * 86_400_000)).rejects.toMatchObject({
      ...{ status: 422, code: 'call_too_old' },
      errors: [{ path: 'callBack.calledAt', message: expect.stringContaining('Call the payee again') }],
    })
  })

  it('confirms lines, and their gates change immediately and for good', async () => {
    await confirmLines(id, newIban(1), reviewer)
    await confirmLines(id, noDuplicate(2), reviewer)
    expect(await readGates(id)).toEqual({ 1: 'clear match', 2: 'clear match', 3: 'clear match' })
    const [entry] = await db().auditEntry.findMany({
      where: { objectId: id, objectType: 'payment_run' },
      orderBy: { seq: 'asc' },
    })
    expect(entry).toMatchObject({
      action: 'payment_run.lines_confirmed',
      details: { kind: 'new_iban', lines: [1], numberSource: 'own_records' },
    })
    const changed = db().paymentConfirmation.updateMany({ data: { reason: 'Other' } })
    await expect(changed).rejects.toThrow('never changed')
    await expect(db().paymentConfirmation.deleteMany()).rejects.toThrow('never changed')
  })
})

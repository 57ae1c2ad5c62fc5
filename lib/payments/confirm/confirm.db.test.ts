import { beforeAll, describe, expect, it } from 'vitest'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { answer, gatesIn, linesTo, paidTo, releaseRows, runOf } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { CALL, refusal } from '@/lib/reviews/testing/fixtures'
import { connect, type Person, person } from '@/lib/uploads/testing/office'
import { confirmLines } from './confirm.server'

let [analyst, reviewer, both] = [] as unknown as [Person, Person, Person]
/** A run of three lines: the first has a new IBAN, the second is a possible duplicate, and the third is clear. */
let id = ''
let own = ''

beforeAll(async () => {
  await connect('http://127.0.0.1:9')
  ;[analyst, reviewer, both] = [
    await person(),
    await person(['reviewer']),
    await person(['analyst', 'reviewer']),
  ]
  const known = await runOf(analyst, linesTo(paidTo(1, { name: 'Nord GmbH' }), paidTo(2)))
  await answer(known, { 1: 'match', 2: 'match' })
  await releaseRows(known, reviewer.actor.id, [1, 2])
  const lines = linesTo(paidTo(3, { name: 'Nord GmbH' }), paidTo(2), paidTo(4))
  ;[id, own] = [await runOf(analyst, lines), await runOf(both, lines)]
  await answer(id, { 1: 'match', 2: 'match', 3: 'match' })
  await answer(own, { 1: 'match', 2: 'match', 3: 'match' })
  await computeGates(id)
})

const call = { ...CALL, calledAt: '2026-01-05T10:00:00.000Z' }
const newIban = (...lines: number[]) => ({ kind: 'new_iban' as const, lines, callBack: call })
const noDuplicate = (...lines: number[]) => ({
  kind: 'not_duplicate' as const,
  lines,
  reason: 'A second invoice.',
})

describe('a reviewer', () => {
  it('confirms no line at all if one of the lines doesn’t need the confirmation', async () => {
    expect(await gatesIn(id)).toEqual({ 1: 'held new_iban', 2: 'held possible_duplicate', 3: 'clear match' })
    expect(await refusal(confirmLines(id, newIban(1, 3), reviewer))).toBe('409 nothing_to_confirm')
    expect(await refusal(confirmLines(id, noDuplicate(1), reviewer))).toBe('409 nothing_to_confirm')
    expect(await refusal(confirmLines(id, newIban(9), reviewer))).toBe('409 nothing_to_confirm')
    expect(await db().paymentConfirmation.count()).toBe(0)
  })

  it('can confirm a new IBAN only with a call in which the payee confirmed the account', async () => {
    const denied = { ...newIban(1), callBack: { ...call, outcome: 'denied' as const } }
    expect(await refusal(confirmLines(id, denied, reviewer))).toBe('422 call_back_required')
  })

  it('can’t confirm the new IBANs of two payees, or two IBANs of one, with one call', async () => {
    const [nord, sued] = [{ name: 'Nord GmbH' }, { name: 'Süd AG' }]
    const paid = await runOf(analyst, linesTo(paidTo(11, sued), paidTo(12)))
    await answer(paid, { 1: 'match', 2: 'match' })
    await releaseRows(paid, reviewer.actor.id, [1, 2])
    const lines = [paidTo(13, sued), paidTo(14, nord), paidTo(15, nord), paidTo(15, nord), paidTo(15, sued)]
    const several = await runOf(analyst, linesTo(...lines))
    await answer(several, { 1: 'match', 2: 'match', 3: 'match', 4: 'match', 5: 'match' })
    await computeGates(several)
    const attempt = (...numbers: number[]) => confirmLines(several, newIban(...numbers), reviewer)
    await expect(attempt(1, 2)).rejects.toMatchObject({
      ...{ status: 422, code: 'several_accounts' },
      errors: [{ path: 'lines', message: expect.stringContaining('Lines 1 and 2 pay different accounts') }],
    })
    expect(await refusal(attempt(2, 3))).toBe('422 several_accounts')
    expect(await refusal(attempt(4, 5))).toBe('422 several_accounts')
    expect(await db().paymentConfirmation.count({ where: { uploadId: several } })).toBe(0)
    await attempt(3, 4)
    expect(await gatesIn(several)).toMatchObject({ 2: 'held new_iban', 3: 'clear match', 4: 'clear match' })
  })

  it('can’t confirm lines of a run that they uploaded: the command and the trigger refuse it', async () => {
    expect(await refusal(confirmLines(own, newIban(1), both))).toBe('403 four_eyes')
    const written = (byId: string, kind = 'not_duplicate', callBack: object | undefined = undefined) =>
      db().paymentConfirmation.create({
        data: { uploadId: own, number: 1, kind, reason: 'x', byId, ...(callBack && { callBack }) },
      })
    await expect(written(both.actor.id)).rejects.toThrow('by a reviewer who did not upload its run')
    await expect(written(analyst.actor.id)).rejects.toThrow('by a reviewer who did not upload its run')
    const denied = { ...call, outcome: 'denied' }
    await expect(written(reviewer.actor.id, 'new_iban', denied)).rejects.toThrow(
      'only with the record of a call',
    )
  })

  it('can’t confirm lines in their first hours as a reviewer', async () => {
    await db().user.update({
      where: { id: reviewer.actor.id },
      data: { decidesFrom: new Date(Date.now() + 60_000) },
    })
    expect(await refusal(confirmLines(id, newIban(1), reviewer))).toBe('403 decides_later')
    await db().user.update({ where: { id: reviewer.actor.id }, data: { decidesFrom: null } })
  })

  it('gets 404 for a run that they may not see', async () => {
    const stranger = await person()
    expect(await refusal(confirmLines(id, newIban(1), stranger))).toBe('404 not_found')
  })

  it('confirms lines, and their gates change immediately and for good', async () => {
    await confirmLines(id, newIban(1), reviewer)
    await confirmLines(id, noDuplicate(2), reviewer)
    expect(await gatesIn(id)).toEqual({ 1: 'clear match', 2: 'clear match', 3: 'clear match' })
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

import { describe, expect, it } from 'vitest'
import { readLoosenings } from '@/lib/audit/loosening-notice.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { DEFAULT_PAYMENT_POLICY as DEFAULT, type PaymentPolicy } from '@/lib/payments/gate/gate'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import {
  createTestRun,
  numberLines,
  paymentTo,
  readGates,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { changePaymentPolicy } from './change.server'
import { dryRunPolicy } from './dry-run.server'

await insertConnection()
const [analyst, reviewer, admin] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('admin'),
]
const gone = await createTestRun(analyst, numberLines(paymentTo(5)))
await storeAnswers(gone, { 1: 'match' })
await storeRelease(gone, reviewer.actor.id, [1])
const old = await createTestRun(analyst, numberLines(paymentTo(1), paymentTo(2)))
await storeAnswers(old, { 1: 'match', 2: 'match' })
const longAgo = new Date(Date.now() - 40 * 86_400_000)
await db().verification.updateMany({
  where: { uploadId: old },
  data: { createdAt: longAgo, answeredAt: longAgo },
})
await storeRelease(old, reviewer.actor.id, [1], {
  releasedAt: new Date(longAgo.getTime() + 10 * 86_400_000),
})
const id = await createTestRun(
  analyst,
  numberLines(paymentTo(3), paymentTo(4, { account: 'cheque', iban: null })),
)
await storeAnswers(id, { 1: 'match' })
await computeGates(old)

describe('the dry run of a policy', () => {
  it('lists the past lines whose gate would change, and judges released lines as of their release', async () => {
    const draft = { ...DEFAULT, maxAgeDays: 5, letUncheckedPass: true }
    const found = await dryRunPolicy(draft)
    expect(found).toMatchObject({ runs: 3, lines: 5, changed: 2, complete: true })
    const changes = found.changes.map(({ run, line, released, from, to }) => [run, line, released, from, to])
    expect(changes).toEqual([
      [id, 2, false, { gate: 'held', reason: 'cheque' }, { gate: 'unchecked', reason: 'cheque' }],
      [old, 1, true, { gate: 'clear', reason: 'match' }, { gate: 'held', reason: 'too_old' }],
    ])
    expect(await readGates(id)).toMatchObject({ 2: 'held cheque' })
    expect(await dryRunPolicy(DEFAULT)).toMatchObject({ changed: 0, changes: [] })
  })
})

describe('a change of the policy', () => {
  it('is refused when another admin has changed it since', async () => {
    const stricter = { ...DEFAULT, maxAgeDays: 5 }
    await changePaymentPolicy({ ...stricter, before: DEFAULT }, admin)
    const stale = { ...DEFAULT, duplicateDays: 7, before: DEFAULT }
    await expect(changePaymentPolicy(stale, admin)).rejects.toMatchObject({
      ...{ status: 409, code: 'setting_changed' },
    })
    expect(await readPaymentPolicy()).toEqual(stricter)
    await changePaymentPolicy({ ...DEFAULT, before: stricter }, admin)
  })

  it('is refused when its admin lost access during the dry run', async () => {
    const gone = await insertPerson('admin')
    await db().user.update({ where: { id: gone.actor.id }, data: { disabledAt: new Date() } })
    const change = changePaymentPolicy({ ...DEFAULT, maxAgeDays: 5, before: DEFAULT }, gone)
    await expect(change).rejects.toMatchObject({ status: 401, code: 'session_required' })
    expect(await readPaymentPolicy()).toEqual(DEFAULT)
  })

  it('that lets lines pass on less evidence is announced to all admins, by webhook and in the audit log', async () => {
    const changed = async (before: PaymentPolicy, after: PaymentPolicy) => {
      await db().setting.deleteMany({ where: { key: 'payments.loosened' } })
      await changePaymentPolicy({ ...after, before }, admin)
      return (await readLoosenings()).map(({ what }) => what)
    }
    const announced = () => db().auditEntry.count({ where: { action: 'payment_policy.loosened' } })
    const before = await announced()
    const hook = { url: 'https://x.example', secretCipher: new Uint8Array(), createdById: admin.actor.id }
    await db().webhook.create({ data: { ...hook, events: ['payment_policy.loosened'] } })
    const strict = { maxAgeDays: 5, letUncheckedPass: false, decisionMemory: false, duplicateDays: 100 }
    expect(await changed(DEFAULT, strict)).toEqual([])
    const looser = [
      { maxAgeDays: 6 },
      { letUncheckedPass: true },
      { decisionMemory: true },
      { duplicateDays: 99 },
    ]
    for (const one of looser) {
      expect(await changed(strict, { ...strict, ...one }), JSON.stringify(one)).toEqual(['payment_policy'])
      expect(await changed({ ...strict, ...one }, strict), JSON.stringify(one)).toEqual([])
    }
    const event = { event: 'payment_policy.loosened', user: { id: admin.actor.id } }
    const sent = (await db().webhookDelivery.findMany()).map(({ payload }) => JSON.parse(payload))
    expect(sent).toMatchObject(Array(looser.length).fill(event))
    expect(await announced()).toBe(before + looser.length)
    await changePaymentPolicy({ ...DEFAULT, before: strict }, admin)
  })

  it('is in the audit log, and has the gates of runs with unreleased lines computed again', async () => {
    await db().paymentChange.deleteMany()
    await changePaymentPolicy({ ...DEFAULT, letUncheckedPass: true, before: DEFAULT }, admin)
    expect(await readPaymentPolicy()).toEqual({ ...DEFAULT, letUncheckedPass: true })
    const changed = (await db().paymentChange.findMany()).map(({ uploadId }) => uploadId)
    expect(changed.sort()).toEqual([id, old].sort())
    expect(changed).not.toContain(gone)
    await computeGates(id)
    expect(await readGates(id)).toMatchObject({ 2: 'unchecked cheque' })
    const entry = await db().auditEntry.findFirstOrThrow({
      where: { action: 'payment_policy.changed' },
      orderBy: { seq: 'desc' },
    })
    expect(entry.details).toMatchObject({
      before: DEFAULT,
      after: { letUncheckedPass: true },
      effect: { runs: 3, lines: 5, changed: 1, complete: true },
    })
  })
})

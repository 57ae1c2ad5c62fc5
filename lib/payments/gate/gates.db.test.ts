import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { paymentPolicySetting } from '@/lib/payments/policy.server'
import { createPeople } from '@/lib/payments/testing/people'
import {
  approveLine,
  createTestRun,
  numberLines,
  ordersOf,
  ordersRequest,
  paymentTo,
  readGates,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { undoDecision } from '@/lib/reviews/decision/undo.server'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { storeCompared } from '@/lib/uploads/testing/office'
import { queueChangedRuns } from './changed-runs.server'
import { computeGates, gatesOf } from './compute.server'

/** The payees of a test have higher numbers than those of the test before, so that tests don't share answers. */
let first = 0

const [analyst, reviewer] = await createPeople()
beforeEach(() => {
  first += 100
})

const reviewOf = async (uploadId: string, number: number) =>
  db().review.findFirstOrThrow({
    where: { verification: { rows: { some: { uploadId, number } } } },
  })

/** The runs whose gates are still to be computed. */
const noted = async () => (await db().paymentChange.findMany()).map(({ uploadId }) => uploadId)

describe('the gates of a run', () => {
  it('change with answers and decisions', async () => {
    const lines = numberLines(...[1, 2, 3, 4, 5].map((n) => paymentTo(first + n)))
    const id = await createTestRun(analyst, lines)
    await computeGates(id)
    expect(await readGates(id)).toMatchObject({ 1: 'waiting answer_open', 5: 'waiting answer_open' })
    await storeAnswers(id, { 1: 'match', 2: 'close_match', 3: 'no_match', 4: 'failed' })
    expect(await readGates(id)).toEqual({
      1: 'clear match',
      2: 'waiting decision_open',
      3: 'waiting decision_open',
      4: 'held failed',
      5: 'waiting answer_open',
    })
    await approveLine(id, 2, reviewer)
    await approveLine(id, 3, reviewer, { decision: 'reject', reason: 'wrong_payee' })
    expect(await readGates(id)).toMatchObject({
      2: 'corrected bank_name_adopted',
      3: 'held rejected_in_review',
    })
    const fresh = await gatesOf(db(), id, [2, 3])
    expect(fresh.map(({ number, correctedName }) => [number, correctedName])).toEqual([
      [2, 'Registered Holder'],
      [3, null],
    ])
  })

  it('change when a decision is undone, and when it is approved after a call', async () => {
    const id = await createTestRun(analyst, numberLines(paymentTo(first)))
    await storeAnswers(id, { 1: 'no_match' })
    const call = {
      reason: 'confirmed_with_payee',
      callBack: CALL_BACK,
    }
    await approveLine(id, 1, reviewer, call)
    expect(await readGates(id)).toEqual({ 1: 'clear approved' })
    const { id: reviewId } = await reviewOf(id, 1)
    await undoDecision(reviewId, reviewer)
    expect(await noted()).toContain(id)
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'waiting decision_open' })
    expect(await noted()).not.toContain(id)
  })

  it('change with a new check of exactly the same IBAN and name, and with no other', async () => {
    const id = await createTestRun(analyst, numberLines(paymentTo(first), paymentTo(first + 1)))
    await storeAnswers(id, { 1: 'failed', 2: 'failed' })
    await check(first, `Holder ${first}`)
    await check(first + 1, 'Somebody Else')
    expect(await noted()).toContain(id)
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'clear match', 2: 'held failed' })
  })

  it('count other people’s checks only for rows that were sent, so that nobody can guess names for free', async () => {
    const stranger = await insertPerson()
    const id = await createTestRun(stranger, numberLines(paymentTo(first)))
    await actOnUpload(id, 'stop', stranger)
    await check(first, `Holder ${first}`)
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'held stopped' })
    await check(first, `Holder ${first}`, { requestedById: stranger.actor.id })
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'clear match' })
  })

  it('hold a row that was edited, whatever the bank answered', async () => {
    const [one, two] = numberLines(paymentTo(first, { name: 'Typed Otherwise' }), paymentTo(first + 1))
    const wrong = { ...(two ?? paymentTo(0)), iban: paymentTo(first + 2).iban }
    const id = await createTestRun(analyst, [one ?? paymentTo(0), wrong], {
      rows: {
        1: { iban: paymentTo(first).iban ?? '', name: `Holder ${first}`, edited: true },
        2: { iban: paymentTo(first + 1).iban ?? '', name: `Holder ${first + 1}` },
      },
    })
    await db().uploadRow.update({
      where: { uploadId_number: { uploadId: id, number: 1 } },
      data: { edited: true },
    })
    await storeAnswers(id, { 1: 'match', 2: 'match' })
    expect(await readGates(id)).toEqual({ 1: 'held edited', 2: 'held edited' })
  })

  it('hold lines that can’t be checked, unless the policy lets them pass', async () => {
    const none = { iban: null, account: 'other' as const }
    const id = await createTestRun(
      analyst,
      numberLines(paymentTo(first, none), paymentTo(first, { iban: null }), paymentTo(first)),
    )
    await storeAnswers(id, { 3: 'match' })
    expect(await readGates(id)).toEqual({ 1: 'held other_account', 2: 'held invalid', 3: 'clear match' })
    await paymentPolicySetting.save({ ...DEFAULT_PAYMENT_POLICY, letUncheckedPass: true })
    await computeGates(id)
    await paymentPolicySetting.save(DEFAULT_PAYMENT_POLICY)
    expect(await readGates(id)).toMatchObject({ 1: 'unchecked other_account', 2: 'held invalid' })
  })
})

/** A single check with a match. */
const check = async (n: number, name: string, more: object = {}): Promise<string> => {
  const { id } = await db().verification.create({
    data: {
      ...{
        environment: 'live',
        source: 'single',
        iban: paymentTo(n).iban ?? '',
        name,
        nameSearch: name,
        country: 'DE',
      },
      ...{
        status: 'completed',
        matchResult: 'match',
        answeredAt: new Date(),
        requestedById: analyst.actor.id,
      },
      ...more,
    },
  })
  return id
}

/** Stores a report in which the payer's bank answers a line with this result. */
async function bankSays(
  uploadId: string,
  number: number,
  n: number,
  matchResult: 'match' | 'no_match',
): Promise<void> {
  const verificationId = await check(n, `Holder ${n}`, { source: 'bank_report', matchResult })
  await db().paymentReport.create({
    data: {
      ...{
        uploadId,
        number: 1,
        kind: 'pain002',
        about: 'vop',
        fileName: 'report.xml',
        bytes: 1,
        sha256: '-',
      },
      ...{ summary: {}, receivedById: reviewer.actor.id, joinedById: reviewer.actor.id },
      reportLines: { create: { position: 1, uploadId, number, join: 'joined', texts: [], verificationId } },
    },
  })
}

describe('apart from our own answer', () => {
  it('the answer of the payer’s bank counts when it is worse', async () => {
    const id = await createTestRun(analyst, numberLines(paymentTo(first), paymentTo(first + 1)))
    await storeAnswers(id, { 1: 'match', 2: 'match' })
    await bankSays(id, 1, first, 'no_match')
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'held decision_open', 2: 'clear match' })
  })

  it('an earlier answer that a row reuses counts, also about the same name in capital letters', async () => {
    await check(first, 'Nord GmbH')
    const lines = numberLines(paymentTo(first, { name: 'NORD GMBH' }))
    const id = await storeCompared(ordersRequest(lines, ordersOf(lines), { known: 'take' }), analyst)
    await readStoredLines(id)
    expect(await readGates(id)).toEqual({ 1: 'clear match' })
    await check(first, 'NORD GMBH', { matchResult: 'no_match' })
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'held decision_open' })
  })

  it('a payment to a new IBAN of a known supplier is held until a reviewer confirms the IBAN', async () => {
    const known = await createTestRun(analyst, numberLines(paymentTo(first, { name: 'Nord GmbH' })))
    await storeAnswers(known, { 1: 'match' })
    expect(await readGates(known)).toEqual({ 1: 'clear match' })
    await storeRelease(known, reviewer.actor.id, [1])
    const other = paymentTo(first + 1, { name: 'NORD GmbH' })
    const id = await createTestRun(
      analyst,
      numberLines(other, { ...other, debtorIban: 'FR7630006000011234567890189' }),
    )
    await storeAnswers(id, { 1: 'match', 2: 'match' })
    expect(await readGates(id)).toEqual({ 1: 'held new_iban', 2: 'clear match' })
    await db().paymentConfirmation.create({
      data: { uploadId: id, number: 1, kind: 'new_iban', callBack: CALL_BACK, byId: reviewer.actor.id },
    })
    await computeGates(id)
    expect(await readGates(id)).toMatchObject({ 1: 'clear match' })
  })

  it('a released line keeps its gate', async () => {
    const id = await createTestRun(analyst, numberLines(paymentTo(first)))
    await storeAnswers(id, { 1: 'match' })
    await storeRelease(id, reviewer.actor.id, [1])
    await bankSays(id, 1, first, 'no_match')
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'clear match' })
    expect(await gatesOf(db(), id)).toEqual([])
  })
})

describe('a worker', () => {
  it('queues a run with changed evidence once, and a long run less often', async () => {
    const id = await createTestRun(analyst, numberLines(paymentTo(first)))
    await computeGates(id)
    await db().paymentChange.deleteMany()
    await check(first, `Holder ${first}`)
    await db().$executeRaw`delete from pgboss.job where name = 'payment.gate'`
    expect(await queueChangedRuns()).toBe(1)
    expect(await queueChangedRuns()).toBe(0)
    await db().$executeRaw`delete from pgboss.job where name = 'payment.gate'`
    await db().paymentRun.update({ where: { uploadId: id }, data: { lines: 100_000, gatedAt: new Date() } })
    expect(await queueChangedRuns()).toBe(0)
  })
})

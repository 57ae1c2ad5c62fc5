import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { registerSetting } from '@/lib/payments/register-lookup.server'
import {
  createTestRun,
  DEBTOR,
  numberLines,
  paymentTo,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { addRestore, restoresSetting } from '@/lib/platform/restores.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { searchLines } from './lines/search.server'
import { readPaymentRun, readRuns } from './runs.server'
import { linesSearch, newestFirstSchema } from './schema'

const FRENCH = 'FR7630006000011234567890189'

await insertConnection()
const [analyst, other] = [await insertPerson(), await insertPerson()]
const [reviewer, admin] = [await insertPerson('reviewer'), await insertPerson('admin')]
const run = await createTestRun(
  analyst,
  numberLines(
    paymentTo(1, { amount: '100.005' }),
    paymentTo(2, { debtorIban: FRENCH, dueOn: '2999-01-01', remittance: 'Rent of Yannick' }),
    paymentTo(3, { currency: 'CHF', amount: '7', endToEndId: 'INV-77' }),
    paymentTo(4, { name: '50% Nord_GmbH' }),
    paymentTo(5, { account: 'other', iban: null, amount: null }),
  ),
)
await storeAnswers(run, { 1: 'match', 2: 'match', 3: 'no_match', 4: 'failed' })
const sums = { sums: { EUR: '100.00' }, heldSums: { EUR: '200.005', CHF: '7' } }
await storeRelease(run, reviewer.actor.id, [2], sums)

const search = async (text: string, by = reviewer, more: object = {}) =>
  (await searchLines(run, linesSearch.parse({ text, ...more }), by.actor)).items.map(({ number }) => number)

describe('a payment run', () => {
  it('has the exact numbers and sums of its lines, by gate and currency', async () => {
    const view = await readPaymentRun(run, reviewer.actor)
    const none = { lines: 0, sums: {} }
    expect(view.gates).toEqual({
      clear: { lines: 1, sums: { EUR: '100.005' } },
      corrected: none,
      waiting: { lines: 1, sums: { CHF: '7' } },
      held: { lines: 2, sums: { EUR: '100.00' } },
      unchecked: none,
      released: { lines: 1, sums: { EUR: '100.00' } },
    })
    expect(view.original).toEqual({ lines: 5, sums: { CHF: '7', EUR: '300.005' } })
    expect(view).toMatchObject({ kind: 'pain001', state: 'ready', pastDue: 4, notInRegister: null })
    expect(view).toMatchObject({ lines: 5, releases: 1, reports: 0 })
    expect(view.debtors.map(({ iban }) => iban)).toEqual([DEBTOR, FRENCH])
    expect(view.dueDates).toEqual(['2026-03-31', '2999-01-01'])
    expect(view.releasesMade).toMatchObject([
      { number: 1, difference: { CHF: '0', EUR: '0.000' }, withdrawableUntil: expect.any(String) },
    ])
  })

  it('says which restores lost releases of its payments, or of equal ones in an earlier run', async () => {
    const { createdAt } = await readPaymentRun(run, reviewer.actor)
    const at = (days: number) => new Date(Date.parse(createdAt) + days * 86_400_000).toISOString()
    await restoresSetting.save([-91, -89].map((days) => ({ madeAt: at(days - 1), restoredAt: at(days) })))
    for (const days of [-90, -1]) await addRestore(at(days))
    const { restores } = await readPaymentRun(run, reviewer.actor)
    expect(restores.map(({ madeAt }) => madeAt)).toEqual([at(-90), at(-1)])
  })

  it('has the checked share of its released lines, and the reasons of all other lines', async () => {
    const { coverage } = await readPaymentRun(run, reviewer.actor)
    expect(coverage).toMatchObject({ released: { lines: 1 }, checked: { lines: 1, sums: { EUR: '100.00' } } })
    expect(coverage.reasons).toEqual([
      { reason: 'amount_unreadable', lines: 1, sums: {} },
      { reason: 'decision_open', lines: 1, sums: { CHF: '7' } },
      { reason: 'failed', lines: 1, sums: { EUR: '100.00' } },
    ])
  })

  it('can be released and confirmed only by a reviewer who did not upload it', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    const own = await createTestRun(both, numberLines(paymentTo(60)))
    const may = async (id: string, { actor }: Person) => (await readPaymentRun(id, actor)).may
    expect(await may(run, reviewer)).toEqual({ release: true, confirm: true, report: true, why: null })
    expect(await may(run, analyst)).toEqual({
      release: false,
      confirm: false,
      report: true,
      why: 'not_reviewer',
    })
    expect(await may(own, both)).toMatchObject({ release: false, why: 'own_run' })
    expect(await may(run, admin)).toEqual({ release: false, confirm: false, report: false, why: 'masked' })
  })

  it('counts unanswered lines whose bank isn’t in the loaded register', async () => {
    const at = '2026-11-02T08:00:00.000Z'
    await registerSetting.save({ at, byId: null, left: 0, skipped: 0 })
    await db().participant.create({ data: { bic: 'AGRIFRPP', name: 'Crédit Agricole', country: 'FR' } })
    const { items } = await searchLines(run, linesSearch.parse({}), reviewer.actor)
    const unlisted = { listed: false, loadedAt: at }
    expect(items.map(({ register }) => register)).toEqual([null, null, null, unlisted, null])
    expect((await readPaymentRun(run, reviewer.actor)).notInRegister).toEqual({ lines: 1, loadedAt: at })
    await db().participant.create({ data: { bic: 'COBADEFF', name: 'Commerzbank', country: 'DE' } })
    expect((await readPaymentRun(run, reviewer.actor)).notInRegister?.lines).toBe(0)
    await db().participant.deleteMany()
    await db().setting.delete({ where: { key: registerSetting.key } })
  })
})

describe('people who may see a run', () => {
  it('are its uploader and all reviewers and admins', async () => {
    const ids = async ({ actor }: Person) =>
      (await readRuns(newestFirstSchema.parse({}), actor)).items.map(({ id }) => id)
    expect(await ids(analyst)).toEqual([run])
    expect(await ids(other)).toEqual([])
    expect(await ids(reviewer)).toContain(run)
    expect(await ids(admin)).toContain(run)
    const foreign = [readPaymentRun(run, other.actor), searchLines(run, linesSearch.parse({}), other.actor)]
    expect(await Promise.all(foreign.map(refusalOf))).toEqual(['404 not_found', '404 not_found'])
    expect(await refusalOf(readPaymentRun('00000000-0000-4000-8000-000000000000', reviewer.actor))).toBe(
      '404 not_found',
    )
  })

  it('see names, accounts and texts masked if they are only admins', async () => {
    const { debtors } = await readPaymentRun(run, admin.actor)
    const { items } = await searchLines(run, linesSearch.parse({}), admin.actor)
    const seen = JSON.stringify({ debtors, items })
    for (const secret of [DEBTOR, FRENCH, paymentTo(1).iban, 'Holder 1', 'Yannick', 'Office'])
      expect(seen).not.toContain(secret)
    expect(items[0]).toMatchObject({ name: 'H···', iban: expect.stringContaining('····'), amount: '100.005' })
  })

  it('can page through the list of runs', async () => {
    const first = await readRuns(newestFirstSchema.parse({ size: '1' }), reviewer.actor)
    const second = await readRuns(
      newestFirstSchema.parse({ size: '1', after: first.nextCursor ?? '' }),
      reviewer.actor,
    )
    expect([first.items.length, second.items.length]).toEqual([1, 1])
    expect(second.items).not.toEqual(first.items)
  })
})

describe('the lines of a run', () => {
  it('have their check, their gate and their release', async () => {
    const { items, total } = await searchLines(run, linesSearch.parse({}), analyst.actor)
    expect(total).toBe(5)
    expect(items[1]).toMatchObject({
      gate: 'released',
      evidence: 'clear',
      reason: 'match',
      result: 'match',
      release: 1,
      debtorIban: FRENCH,
      dueOn: '2999-01-01',
    })
    expect(items[2]).toMatchObject({
      gate: 'waiting',
      result: 'no_match',
      currency: 'CHF',
      amount: '7',
      reviewId: expect.any(String),
    })
    expect(items[4]).toMatchObject({
      gate: 'held',
      reason: 'amount_unreadable',
      iban: null,
      amount: null,
      result: null,
    })
    expect(items.every((line) => line.number === 5 || line.verificationId !== null)).toBe(true)
  })

  it('can be found by gate, reason, due date, and part of a name, an IBAN or a reference', async () => {
    expect(await search('', reviewer, { gate: ['released', 'held'] })).toEqual([2, 4, 5])
    expect(await search('', reviewer, { reason: ['failed'] })).toEqual([4])
    expect(await search('', reviewer, { only: 'past_due' })).toEqual([1, 3, 4, 5])
    expect(await search('holder 3')).toEqual([3])
    expect(await search('INV-77')).toEqual([3])
    expect(await search('rent of')).toEqual([2])
    expect(await search('50% nord_')).toEqual([4])
    expect(await search('0%N')).toEqual([])
    expect(await search(paymentTo(1).iban?.slice(-6) ?? '')).toEqual([1])
  })

  it('can be found only by their reference by people who see masked names', async () => {
    expect(await search('Holder 3', admin)).toEqual([])
    expect(await search(paymentTo(1).iban ?? '', admin)).toEqual([])
    expect(await search('INV-77', admin)).toEqual([3])
  })

  it('are read in pages, with the number of all matches', async () => {
    const query = { gate: ['held'], size: 1 }
    const first = await searchLines(run, linesSearch.parse(query), reviewer.actor)
    expect(first).toMatchObject({ items: [{ number: 4 }], nextCursor: 4, total: 2 })
    const second = await searchLines(run, linesSearch.parse({ ...query, after: 4 }), reviewer.actor)
    expect(second).toMatchObject({ items: [{ number: 5 }], nextCursor: null, total: 2 })
  })

  it('are paged by offset, with and without filters', async () => {
    const at = async (skip: number, more: object) => {
      const page = await searchLines(run, linesSearch.parse({ ...more, skip, size: 2 }), reviewer.actor)
      return [page.items.map(({ number }) => number), page.nextCursor, page.total]
    }
    expect(await at(2, {})).toEqual([[3, 4], 4, 5])
    expect(await at(4, {})).toEqual([[5], null, 5])
    const open = { gate: ['clear', 'waiting', 'held'] }
    expect(await at(0, open)).toEqual([[1, 3], 3, 4])
    expect(await at(2, open)).toEqual([[4, 5], null, 4])
    expect(await at(1, { ...open, after: 1 })).toEqual([[4, 5], null, 4])
    expect(await at(2, { only: 'past_due' })).toEqual([[4, 5], null, 4])
    expect(await at(9, open)).toEqual([[], null, 4])
  })

  it('have the answer of the payer’s bank beside ours, and show where they differ', async () => {
    const said = async (number: number, matchResult: 'match' | 'no_match', code: string) => {
      const { iban, name } = paymentTo(number)
      const check = {
        environment: 'live',
        source: 'bank_report',
        iban: iban ?? '',
        name: name ?? '',
        nameSearch: '',
      } as const
      const done = { status: 'completed', matchResult, answeredAt: new Date(), country: 'DE' } as const
      const { id } = await db().verification.create({
        data: { ...check, ...done, requestedById: reviewer.actor.id },
      })
      return {
        uploadId: run,
        number,
        join: 'joined',
        code,
        texts: ['Holder'],
        bankName: 'Holder',
        verificationId: id,
      }
    }
    const lines = [await said(1, 'no_match', 'RVNM'), await said(3, 'no_match', 'RVNM')]
    const { id } = await db().paymentReport.create({
      data: {
        ...{
          uploadId: run,
          number: 1,
          kind: 'pain002',
          about: 'vop',
          fileName: 'r.xml',
          bytes: 1,
          sha256: '-',
          summary: {
            totals: { lines: 2, joined: 2, counted: 0, ambiguous: 0, unmatched: 0, codes: {} },
            differs: 1,
          },
        },
        receivedById: reviewer.actor.id,
        joinedById: reviewer.actor.id,
        reportLines: { create: lines.map((line, n) => ({ ...line, position: n + 1 })) },
      },
    })
    expect(await search('', reviewer, { only: 'differs' })).toEqual([1])
    const { items } = await searchLines(run, linesSearch.parse({ only: 'differs' }), reviewer.actor)
    expect(items[0]?.bank).toEqual({
      code: 'RVNM',
      reasonCode: null,
      texts: ['Holder'],
      bankName: 'Holder',
      reportId: id,
      differs: true,
    })
    const masked = await searchLines(run, linesSearch.parse({ only: 'differs' }), admin.actor)
    expect(masked.items[0]?.bank).toMatchObject({ code: 'RVNM', texts: [], bankName: null })
    const { reportsReceived } = await readPaymentRun(run, reviewer.actor)
    expect(reportsReceived).toMatchObject([
      { id, lines: 2, joined: 2, ambiguous: 0, unmatched: 0, differs: 1 },
    ])
  })
})

it('that reuse an earlier answer aren’t counted as unanswered lines whose bank isn’t in the register', async () => {
  const [earlier, reusing] = [
    await createTestRun(analyst, numberLines(paymentTo(70))),
    await createTestRun(analyst, numberLines(paymentTo(70))),
  ]
  await registerSetting.save({ at: new Date().toISOString(), byId: null, left: 0, skipped: 0 })
  const missing = async () => (await readPaymentRun(reusing, reviewer.actor)).notInRegister?.lines
  await storeAnswers(earlier, { 1: 'match' })
  expect(await missing()).toBe(1)
  const { id: knownId } = await db().verification.findFirstOrThrow({ where: { uploadId: earlier } })
  await db().verification.updateMany({ where: { uploadId: reusing }, data: { status: 'not_sent', knownId } })
  expect(await missing()).toBe(0)
})

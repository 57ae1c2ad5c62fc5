import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { readReportedAnswers } from '@/lib/payments/lines/bank.server'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import { readReport } from '@/lib/payments/reports/queries.server'
import {
  createReportableRun,
  loadReport,
  makeReportBytes,
  REPORTED_IBAN,
  REPORTED_LINES,
  readReportedChecks,
} from '@/lib/payments/reports/testing/fixtures'
import { decrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'

const ALL = { size: 100, after: 0 }
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const maker = await insertPerson()

const zipOf = (...reports: Uint8Array[]) =>
  zipSync(Object.fromEntries(reports.map((bytes, n) => [`report-${n}.xml`, bytes])))

const named = REPORTED_LINES.map((line) => ({ ...line, iban: REPORTED_IBAN }))

describe('a file that answers several runs', () => {
  it('becomes one report for each run, each with the whole file as evidence, and one without a run', async () => {
    const [first, second] = [await createReportableRun(maker), await createReportableRun(maker)]
    const bytes = zipOf(
      makeReportBytes(first.messageId),
      makeReportBytes('NOWHERE', named.slice(0, 2)),
      makeReportBytes(second.messageId),
    )
    const receipt = await loadReport(bytes, maker)
    expect(receipt).toMatchObject({ runId: first.id, number: 1, joined: 3, unmatched: 0 })
    expect(receipt.others).toMatchObject([
      { runId: second.id, number: 1 },
      { runId: null, number: null },
    ])
    for (const { id } of [first, second])
      expect(await readReportedChecks(id)).toMatchObject([{ result: 'match' }, {}, { reason: 'AC01' }])
    const ids = [receipt.id, ...receipt.others.map(({ id }) => id)]
    for (const id of ids) {
      const stored = await db().paymentReport.findUniqueOrThrow({ where: { id } })
      expect(decrypt(stored.cipher as Uint8Array, `payment_reports|cipher|${id}`)).toEqual(Buffer.from(bytes))
    }
    const views = await Promise.all(ids.map((id) => readReport(id, ALL, maker.actor)))
    expect(views.map(({ lines }) => lines)).toEqual([3, 3, 2])
    expect(views.map(({ originalMessageIds }) => originalMessageIds)).toEqual([
      [first.messageId],
      [second.messageId],
      ['NOWHERE'],
    ])
    expect(await loadReport(bytes, maker)).toMatchObject({ repeated: true, runId: first.id })
    expect(await db().paymentReport.count({ where: { id: { notIn: ids }, sha256: hashOf(bytes) } })).toBe(0)
    const { id: later } = await createReportableRun(maker)
    const kept = ids.at(-1) ?? ''
    expect(await joinKeptReport(kept, later, maker)).toMatchObject({ runId: later, joined: 2, unmatched: 0 })
  })

  it('is joined to further runs when it is loaded again after they were uploaded', async () => {
    const there = await createReportableRun(maker)
    const [early, late] = ['EARLY', 'LATE']
    const bytes = zipOf(makeReportBytes(early), makeReportBytes(there.messageId), makeReportBytes(late))
    const before = await loadReport(bytes, maker)
    expect(before).toMatchObject({ runId: there.id, others: [{ runId: null }] })
    const { id } = await createReportableRun(maker)
    await db().paymentMessage.updateMany({ where: { uploadId: id }, data: { messageId: early } })
    const again = await loadReport(bytes, maker)
    expect([again, ...again.others].map(({ runId }) => runId)).toEqual([there.id, id, null])
    expect(await readReportedChecks(id)).toHaveLength(3)
    const kept = again.others.at(-1)?.id ?? ''
    expect(kept).toBe(before.others[0]?.id)
    expect(await readReport(kept, ALL, maker.actor)).toMatchObject({ lines: 3, originalMessageIds: [late] })
  })

  it('is joined to the chosen run and to the others, each with its own answers only', async () => {
    const [first, second] = [await createReportableRun(maker), await createReportableRun(maker)]
    const bytes = zipOf(makeReportBytes(first.messageId, named), makeReportBytes(second.messageId, named))
    const receipt = await loadReport(bytes, maker, second.id)
    expect(receipt).toMatchObject({ runId: second.id, lines: 3, joined: 3, others: [{ runId: first.id }] })
    expect(await readReportedChecks(second.id)).toHaveLength(3)
  })
})

/** The table of a portal with one answer for each of these MsgIds and IDs of payments. */
const tableOf = (...rows: [messageId: string, endToEndId: string, code: string][]) =>
  strToU8(
    [
      'Message ID;End-to-end ID;IBAN;Amount;Result',
      ...rows.map(([file, id, code]) => `${file};${id};${REPORTED_IBAN};${id.slice(1)},00;${code}`),
    ].join('\n'),
  )

describe('the table of a portal', () => {
  it('becomes one report for each run that its rows name', async () => {
    const [first, second] = [await createReportableRun(maker), await createReportableRun(maker)]
    const bytes = tableOf(
      [first.messageId, 'E1', 'MTCH'],
      [second.messageId, 'E1', 'NMTC'],
      ['NOWHERE', 'E2', 'NMTC'],
      [first.messageId, 'E2', 'NOAP'],
    )
    const receipt = await loadReport(bytes, maker, first.id)
    expect(receipt).toMatchObject({ runId: first.id, lines: 2, joined: 2 })
    expect(receipt.others.map(({ runId }) => runId)).toEqual([second.id, null])
    expect(await readReportedChecks(first.id)).toMatchObject([{ result: 'match' }, { number: 2 }])
    expect(await readReportedChecks(second.id)).toMatchObject([{ number: 1, result: 'no_match' }])
    const { id } = await createReportableRun(maker)
    expect(await refusalOf(loadReport(bytes, maker, id))).toBe('409 report_other_run')
  })

  it('answers each run that a person loads it on, if its rows name no file', async () => {
    const [first, second] = [await createReportableRun(maker), await createReportableRun(maker)]
    const bytes = tableOf(['', 'E1', 'MTCH'], ['', 'E2', 'NMTC'])
    for (const { id } of [first, second])
      expect(await loadReport(bytes, maker, id)).toMatchObject({ runId: id, repeated: false, joined: 2 })
    expect(await loadReport(bytes, maker, second.id)).toMatchObject({ runId: second.id, repeated: true })
    expect(await readReportedChecks(first.id)).toMatchObject([{ result: 'match' }, { result: 'no_match' }])
  })

  it('is joined as a whole if its IDs name no known file: nothing is guessed between its rows', async () => {
    const { id } = await createReportableRun(maker)
    const rows = ['1', '2', '3'].map((n): [string, string, string] => [`BANK-${n}`, `E${n}`, 'MTCH'])
    const receipt = await loadReport(tableOf(...rows, ['BANK-4', 'E3', 'NMTC']), maker, id)
    expect(receipt).toMatchObject({ runId: id, lines: 4, joined: 2, ambiguous: 2, others: [] })
  })
})

describe('a file of which only one report names the chosen run', () => {
  it('gives that run no answers about another file, which are kept', async () => {
    const { id, messageId } = await createReportableRun(maker)
    const bytes = zipOf(makeReportBytes(messageId, named.slice(0, 1)), makeReportBytes('LAST MONTH', named))
    const receipt = await loadReport(bytes, maker, id)
    expect(receipt).toMatchObject({ runId: id, lines: 1, others: [{ runId: null }] })
  })

  it('can’t be joined to it as a whole, but is split when it is loaded again', async () => {
    const bytes = zipOf(makeReportBytes('APRIL', named), makeReportBytes('MAY', named))
    const kept = await loadReport(bytes, maker)
    const { id } = await createReportableRun(maker)
    await db().paymentMessage.updateMany({ where: { uploadId: id }, data: { messageId: 'APRIL' } })
    expect(await refusalOf(joinKeptReport(kept.id, id, maker))).toBe('409 report_other_run')
    const again = await loadReport(bytes, maker, id)
    expect(again).toMatchObject({ runId: id, lines: 3, joined: 3, others: [{ id: kept.id, runId: null }] })
  })
})

describe('a file with a report about names and a status report about the same payments', () => {
  it('becomes one report of each, and neither hides the other', async () => {
    const { id, messageId } = await createReportableRun(maker)
    const settled = ['ACSC', 'ACSC', 'PDNG'].map((code, n) => ({ code, endToEndId: `E${n + 1}` }))
    const bytes = zipOf(makeReportBytes(messageId, settled), makeReportBytes(messageId))
    const receipt = await loadReport(bytes, maker)
    expect(receipt).toMatchObject({ runId: id, number: 1, about: 'vop', lines: 3, joined: 3 })
    expect(receipt.others).toMatchObject([{ runId: id, number: 2 }])
    const status = await readReport(receipt.others[0]?.id ?? '', ALL, maker.actor)
    expect(status).toMatchObject({ about: 'status', lines: 3, joined: 3 })
    const answers = await readReportedAnswers(id, [1, 2, 3])
    expect([...answers.values()].map(({ code }) => code)).toEqual(['RCVC', 'RVMC', 'RVNA'])
    expect((await readReportedChecks(id)).slice(3)).toMatchObject([
      { status: undefined },
      {},
      { status: undefined },
    ])
  })

  it('is kept as two reports without their run, and each is joined when the run is there', async () => {
    const bytes = zipOf(makeReportBytes('TWO'), makeReportBytes('TWO', [{ code: 'ACSC', endToEndId: 'E1' }]))
    const kept = await loadReport(bytes, maker)
    expect(kept).toMatchObject({ runId: null, about: 'vop', others: [{ runId: null }] })
    const { id } = await createReportableRun(maker)
    await db().paymentMessage.updateMany({ where: { uploadId: id }, data: { messageId: 'TWO' } })
    const again = await loadReport(bytes, maker)
    expect([again, ...again.others].map(({ id }) => id)).toEqual([kept.id, kept.others[0]?.id])
    expect([again, ...again.others].map(({ runId, number }) => [runId, number])).toEqual([
      [id, 1],
      [id, 2],
    ])
  })
})

describe('an original with several messages', () => {
  it('is found by the MsgId of any message, which answers only the lines of that message', async () => {
    const { id, messageId } = await createReportableRun(maker)
    await db().paymentMessage.create({
      data: { uploadId: id, number: 2, messageId: `${messageId}-B`, batch: 1 },
    })
    await db().paymentLine.updateMany({
      where: { uploadId: id, number: 3 },
      data: { batch: 1, batchId: 'P2' },
    })
    const counts = [{ code: 'RCVC', lines: '1' }]
    const second = makeReportBytes(`${messageId}-B`, [], { batches: [], counts, declared: '1' })
    expect(await loadReport(second, maker)).toMatchObject({ runId: id, counted: 1 })
    expect(await readReportedChecks(id)).toMatchObject([{ number: 3, result: 'match' }])
    const first = makeReportBytes(messageId, [{ code: 'RVNM', endToEndId: 'E3' }])
    expect(await loadReport(first, maker)).toMatchObject({ runId: id, joined: 0, unmatched: 1 })
  })
})

describe('a release of an original with several messages', () => {
  it('has each message answer only its own lines, numbered without the messages that have none', async () => {
    const { id, messageId } = await createReportableRun(maker)
    const more = [2, 3].map((number) => ({
      ...{ uploadId: id, number, messageId: `${messageId}-${number}`, batch: number - 1 },
    }))
    await db().paymentMessage.createMany({ data: more })
    for (const number of [2, 3])
      await db().paymentLine.updateMany({ where: { uploadId: id, number }, data: { batch: number - 1 } })
    const [released, held] = [`${messageId}-R1`, `${messageId}-H1`]
    const counts = { lines: 2, sums: {}, heldLines: 1, heldSums: {} }
    const ids = { uploadId: id, number: 1, messageId: released, heldMessageId: held }
    const releasedById = (await insertPerson('reviewer')).actor.id
    const { id: releaseId } = await db().paymentRelease.create({ data: { ...ids, ...counts, releasedById } })
    const leaving = { uploadId: id, number: { in: [1, 3] } }
    await db().paymentLine.updateMany({ where: leaving, data: { releaseId, gate: 'clear' } })
    for (const [original, line] of [
      [released, 1],
      [`${released}.2`, 3],
      [held, 2],
    ] as const) {
      const receipt = await loadReport(makeReportBytes(original, REPORTED_LINES), maker)
      expect(receipt).toMatchObject({ runId: id, joined: 1, unmatched: 2 })
      const { page } = await readReport(receipt.id, ALL, maker.actor)
      expect(page.items.flatMap(({ number }) => number ?? [])).toEqual([line])
    }
    // the held file has one message only
    expect(await loadReport(makeReportBytes(`${held}.2`), maker)).toMatchObject({ runId: id, joined: 0 })
  })
})

describe('a report about one of two equal payments', () => {
  it('is joined to the right one only by the MsgId of the released or the held file', async () => {
    const { id, messageId } = await createReportableRun(maker)
    await db().paymentLine.updateMany({
      where: { uploadId: id, number: { in: [1, 2] } },
      data: { endToEndId: 'NOTPROVIDED', name: 'Anna Rossi', amount: '5.00' },
    })
    const reviewer = await insertPerson('reviewer')
    const { id: releaseId } = await db().paymentRelease.create({
      data: {
        ...{ uploadId: id, number: 1, messageId: `${messageId}-R1`, heldMessageId: `${messageId}-H1` },
        ...{ releasedById: reviewer.actor.id, lines: 1, sums: {}, heldLines: 2, heldSums: {} },
      },
    })
    await db().paymentLine.update({
      where: { uploadId_number: { uploadId: id, number: 2 } },
      data: { releaseId, gate: 'clear' },
    })
    const said = { code: 'RVNM', endToEndId: 'NOTPROVIDED', iban: REPORTED_IBAN, name: 'Anna Rossi' }
    expect(await loadReport(makeReportBytes(messageId, [said]), maker)).toMatchObject({
      joined: 0,
      ambiguous: 1,
    })
    expect(await loadReport(makeReportBytes(`${messageId}-R1`, [said]), maker)).toMatchObject({ joined: 1 })
    expect(await loadReport(makeReportBytes(`${messageId}-H1`, [said]), maker)).toMatchObject({ joined: 1 })
    const checks = await readReportedChecks(id)
    expect(checks.map(({ number }) => number)).toEqual([2, 1])
  })
})

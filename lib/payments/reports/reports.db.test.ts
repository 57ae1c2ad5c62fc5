import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { lockRun } from '@/lib/payments/release/lock.server'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import { readReport } from '@/lib/payments/reports/queries.server'
import { receiveReport } from '@/lib/payments/reports/receive.server'
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
import { countLockWaits, signedOutWaiting } from '@/lib/platform/testing/locks'
import { refusalOf } from '@/lib/platform/testing/refusals'
import type { TestReportLine } from '@/lib/tables/testing/make-report'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const ALL = { size: 100, after: 0 }
const maker = await insertPerson()
const reviewer = await insertPerson('reviewer')

describe('a new report', () => {
  it('is joined to its run by MsgId, and its answers become checks that go to review', async () => {
    const { id, messageId } = await createReportableRun(maker)
    const bytes = makeReportBytes(messageId)
    const receipt = await loadReport(bytes, maker)
    expect(receipt).toMatchObject({
      runId: id,
      number: 1,
      about: 'vop',
      repeated: false,
      lines: 3,
      joined: 3,
    })
    expect(await readReportedChecks(id)).toMatchObject([
      { number: 1, status: 'completed', result: 'match', review: undefined },
      { number: 2, result: 'close_match', matchedName: 'Müller GmbH', review: 'todo' },
      { number: 3, result: 'account_not_verifiable', reason: 'AC01', review: 'todo' },
    ])
    const check = await db().verification.findFirstOrThrow({ where: { matchedName: 'Müller GmbH' } })
    expect(check).toMatchObject({
      source: 'bank_report',
      environment: 'live',
      requestedById: maker.actor.id,
      name: 'Muller GmbH',
      uploadId: null,
    })
    expect(await db().attempt.count({ where: { verificationId: check.id } })).toBe(0)
    const stored = await db().paymentReport.findUniqueOrThrow({ where: { id: receipt.id } })
    expect(stored.fileName).toBe('report.xml')
    expect(decrypt(stored.cipher as Uint8Array, `payment_reports|cipher|${receipt.id}`)).toEqual(
      Buffer.from(bytes),
    )
    const actions = await db().auditEntry.findMany({
      where: { objectId: receipt.id },
      orderBy: { seq: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(['payment.report_received', 'payment.report_joined'])
  })

  it('is recognised when it is loaded again', async () => {
    const { id, messageId } = await createReportableRun(maker)
    const bytes = makeReportBytes(messageId)
    const first = await loadReport(bytes, maker)
    const both = await Promise.all([loadReport(bytes, maker), loadReport(bytes, reviewer, id)])
    for (const again of both) expect(again).toMatchObject({ id: first.id, repeated: true, joined: 3 })
    expect(await db().paymentReport.count({ where: { uploadId: id } })).toBe(1)
  })

  it('with the MsgId of a released file answers only the lines of that file', async () => {
    const { id, messageId: name } = await createReportableRun(maker)
    const release = await db().paymentRelease.create({
      data: {
        ...{
          uploadId: id,
          number: 1,
          messageId: `${name}-R1`,
          heldMessageId: `${name}-H1`,
        },
        ...{ releasedById: reviewer.actor.id, lines: 1, sums: {}, heldLines: 2, heldSums: {} },
      },
    })
    await db().paymentLine.update({
      where: { uploadId_number: { uploadId: id, number: 1 } },
      data: { releaseId: release.id, gate: 'clear' },
    })
    expect(await loadReport(makeReportBytes(`${name}-R1`), maker)).toMatchObject({
      runId: id,
      joined: 1,
      unmatched: 2,
    })
    expect(await loadReport(makeReportBytes(`${name}-H1`), maker)).toMatchObject({
      runId: id,
      joined: 2,
      unmatched: 1,
    })
    const counts = [{ code: 'RCVC', lines: '2' }]
    const alone = makeReportBytes(`${name}-H1`, [], { batches: [{ id: 'P1-H1', counts }] })
    expect(await loadReport(alone, maker)).toMatchObject({ runId: id, lines: 2, counted: 2 })
  })

  it('gives lines that it doesn’t list the status that its counts prove', async () => {
    const { id, messageId } = await createReportableRun(maker)
    const counts = [
      { code: 'RCVC', lines: '2' },
      { code: 'RVNM', lines: '1' },
    ]
    const receipt = await loadReport(
      makeReportBytes(messageId, [{ code: 'RVNM', endToEndId: 'E2' }], { counts, declared: '3' }),
      maker,
    )
    expect(receipt).toMatchObject({ lines: 3, joined: 1, counted: 2 })
    expect(await readReportedChecks(id)).toMatchObject([
      { number: 2, result: 'no_match' },
      { number: 1, result: 'match' },
      { number: 3, result: 'match' },
    ])
  })

  it('that is an ordinary status report makes no checks', async () => {
    const { id, messageId } = await createReportableRun(maker)
    expect(
      await loadReport(makeReportBytes(messageId, [{ code: 'ACSC', endToEndId: 'E1' }]), maker),
    ).toMatchObject({
      about: 'status',
      joined: 1,
    })
    expect(await readReportedChecks(id)).toMatchObject([{ number: 1, status: undefined }])
  })

  it('is refused, with line and element, if it isn’t a bank report', async () => {
    await expect(loadReport(strToU8('<?xml version="1.0"?>\n<Document><Cstmr'), maker)).rejects.toMatchObject(
      {
        status: 422,
        code: 'report_broken',
        extra: { line: 2, element: 'Document' },
      },
    )
  })
})

describe('a second report', () => {
  const pending = ['E1', 'E2', 'E3'].map((endToEndId) => ({ code: 'PDNG', endToEndId }))
  const legend = ['RVNM = no match']

  it('gives pending lines their final answer, and changes no other line', async () => {
    const { id, messageId } = await createReportableRun(maker)
    await loadReport(
      makeReportBytes(messageId, [...pending.slice(0, 2), { code: 'RVNM', endToEndId: 'E3' }], { legend }),
      maker,
    )
    const before = await readReportedChecks(id)
    expect(before).toMatchObject([{ status: 'pending' }, { status: 'pending' }, { result: 'no_match' }])
    const final = await loadReport(
      makeReportBytes(messageId, [
        REPORTED_LINES[0],
        REPORTED_LINES[1],
        { code: 'RVNM', endToEndId: 'E3' },
      ] as TestReportLine[]),
      maker,
    )
    const after = (await readReportedChecks(id)).slice(3)
    expect(after.map((check) => check.id)).toEqual(before.map((check) => check.id))
    expect(after).toMatchObject([
      { result: 'match' },
      { result: 'close_match', review: 'todo' },
      { result: 'no_match' },
    ])
    expect(await readReport(final.id, ALL, maker.actor)).toMatchObject({ number: 2, changed: 0 })
  })

  it('that contradicts a final answer is flagged, and doesn’t overwrite that answer', async () => {
    const { id, messageId } = await createReportableRun(maker)
    await loadReport(
      makeReportBytes(messageId, [
        { code: 'RCVC', endToEndId: 'E1' },
        { code: 'RVNM', endToEndId: 'E3' },
      ]),
      maker,
    )
    const [match, noMatch] = await readReportedChecks(id)
    const second = await loadReport(
      makeReportBytes(messageId, [
        { code: 'RVNM', endToEndId: 'E1' },
        { code: 'RCVC', endToEndId: 'E3' },
      ]),
      maker,
    )
    const [, , worse, better] = await readReportedChecks(id)
    expect(worse).toMatchObject({ result: 'no_match', review: 'todo' })
    expect(worse?.id).not.toBe(match?.id)
    expect(better?.id).toBe(noMatch?.id)
    expect(await readReportedChecks(id)).toMatchObject([{ result: 'match' }, { result: 'no_match' }, {}, {}])
    const view = await readReport(second.id, ALL, maker.actor)
    expect(view.changed).toBe(2)
    expect(view.page.items.map(({ changed }) => changed)).toEqual([true, true])
  })
})

describe('a report without its run', () => {
  it('is kept, shows which names were checked before, and can be joined later', async () => {
    const lines = REPORTED_LINES.map((line, i) => ({
      ...line,
      iban: REPORTED_IBAN,
      name: i === 0 ? 'ANNA ROSSI' : 'Nobody',
    }))
    const simulated = { ...PLAIN_CHECK, environment: 'sandbox', iban: REPORTED_IBAN, name: 'Nobody' } as const
    await db().verification.create({ data: { ...simulated, requestedById: maker.id } })
    const kept = await loadReport(makeReportBytes('ELSEWHERE', lines), maker)
    expect(kept).toMatchObject({ runId: null, number: null, joined: 0, unmatched: 3 })
    const byKey = { ...maker.actor, key: { id: maker.id, scopes: [] } }
    expect(await readReport(kept.id, ALL, byKey)).toMatchObject({ knownNames: 0 })
    const view = await readReport(kept.id, ALL, maker.actor)
    expect(view).toMatchObject({ knownNames: 1, notReported: null, may: { join: true } })
    expect(view.page.items.map(({ known }) => known)).toEqual([true, false, false])
    const { id } = await createReportableRun(maker)
    expect(await joinKeptReport(kept.id, id, maker)).toMatchObject({ runId: id, number: 1, joined: 3 })
    expect(await readReportedChecks(id)).toMatchObject([{ result: 'match' }, {}, {}])
    const elsewhere = await createReportableRun(maker)
    expect(await refusalOf(joinKeptReport(kept.id, elsewhere.id, maker))).toBe('409 report_joined')
  })

  it('is joined to one run only, even if it is joined to two at the same moment', async () => {
    const lines = REPORTED_LINES.map((line) => ({ ...line, iban: REPORTED_IBAN, name: 'Nobody' }))
    const kept = await loadReport(makeReportBytes('ELSEWHERE', lines), maker)
    const [one, other] = [await createReportableRun(maker), await createReportableRun(maker)]
    const { outcomes } = await db().$transaction(async (tx) => {
      for (const { id } of [one, other]) await lockRun(tx, id, maker.actor)
      const outcomes = [one, other].map(({ id }) => refusalOf(joinKeptReport(kept.id, id, maker)))
      await expect.poll(countLockWaits).toBe(2)
      return { outcomes }
    })
    expect((await Promise.all(outcomes)).sort()).toEqual(['409 report_joined', 'done'])
  })

  it('isn’t joined to a run that is still being read, or whose lines retention has deleted', async () => {
    const [reading, purged] = [await createReportableRun(maker, 'reading'), await createReportableRun(maker)]
    await db().paymentRun.update({ where: { uploadId: purged.id }, data: { purgedAt: new Date() } })
    for (const { messageId } of [reading, purged])
      expect(await loadReport(makeReportBytes(messageId), maker)).toMatchObject({ runId: null })
    expect(await refusalOf(loadReport(makeReportBytes(purged.messageId), maker, purged.id))).toBe(
      '409 run_unreadable',
    )
  })

  it('can’t be joined to a run that it doesn’t answer, or that is still being read', async () => {
    const mine = await createReportableRun(maker)
    const answers = await createReportableRun(maker)
    expect(await refusalOf(loadReport(makeReportBytes(answers.messageId), maker, mine.id))).toBe(
      '409 report_other_run',
    )
    const reading = await createReportableRun(maker, 'reading')
    expect(await refusalOf(loadReport(makeReportBytes(reading.messageId), maker, reading.id))).toBe(
      '409 run_reading',
    )
  })
})

it.each([
  ['..', 'report'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\bank\\may.xml', 'may.xml'],
  ['.htaccess', 'htaccess'],
  ['may\u202elmx.exe', 'maylmx.exe'],
  ['a"b\r\nc.xml', 'a"bc.xml'],
  ['', 'report'],
])('a report with the file name %j is kept as %j', async (fileName, kept) => {
  const bytes = new Uint8Array(makeReportBytes(`NAMES-${kept}-${fileName.length}`))
  const { id } = await receiveReport({ fileName, bytes, runId: null }, maker)
  expect(await db().paymentReport.findUnique({ where: { id } })).toMatchObject({ fileName: kept })
})

it('a report that was parsed for somebody who lost access meanwhile is neither kept nor joined', async () => {
  const gone = await insertPerson()
  await db().user.update({ where: { id: gone.actor.id }, data: { disabledAt: new Date() } })
  expect(await refusalOf(loadReport(makeReportBytes('LATE'), gone))).toBe('401 session_required')
  expect(await db().paymentReport.count({ where: { receivedById: gone.actor.id } })).toBe(0)
  const kept = await loadReport(makeReportBytes('NO RUN'), maker)
  const { id } = await createReportableRun(maker)
  const out = await insertPerson('reviewer')
  const outcome = await signedOutWaiting(
    out,
    (tx) => lockRun(tx, id, maker.actor),
    () => joinKeptReport(kept.id, id, out),
  )
  expect(outcome).toBe('session_required')
  expect((await joinKeptReport(kept.id, id, maker)).runId).toBe(id)
})

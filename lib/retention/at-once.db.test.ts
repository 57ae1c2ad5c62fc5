import { randomUUID } from 'node:crypto'
import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { confirmBatch, resolveBatch } from '@/lib/attempts/batch.server'
import { confirmCheck, resolveCheck } from '@/lib/attempts/check.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { onlyConnection } from '@/lib/connections/testing/connection'
import { createAnsweredRun, newPayments, release } from '@/lib/payments/release/testing/fixtures'
import { withdrawRelease } from '@/lib/payments/release/withdraw.server'
import { createReportableRun, loadReport, makeReportBytes } from '@/lib/payments/reports/testing/fixtures'
import { db, type Tx } from '@/lib/platform/db.server'
import { actsWaiting } from '@/lib/platform/testing/locks'
import { decideErasure, requestErasure } from '@/lib/retention/erasure/request.server'
import { resumeErasure } from '@/lib/retention/erasure/resume.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { purgeUploads } from '@/lib/retention/purge.server'
import { retentionLock } from '@/lib/retention/scope.server'
import { stripChecks } from '@/lib/retention/strip.server'
import { asRetention, createRetentionOffice, eraseSubject, subjectOf } from '@/lib/retention/testing/runs'
import { claimBulk } from '@/lib/uploads/sending/claim.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { lockUpload } from '@/lib/uploads/sending/lock.server'
import { reapBulks } from '@/lib/uploads/sending/sweep.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { recordAnswers } from '@/lib/verifications/answers.server'
import { reap } from '@/lib/verifications/check/sweep.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const office = await createRetentionOffice()
const { admin, analyst, reviewer } = office

/** Deletes the values of these checks, as an erasure and the nightly run do. */
const strip = (ids: string[]) => () =>
  db().$transaction(async (tx) => {
    await retentionLock(tx)
    await stripChecks(tx, ids)
  })
const NO_ANSWER = {
  matchedName: null,
  statusReason: null,
  unrecognised: null,
  enrichment: null,
  upstreamId: null,
}
const checksOf = async (uploadId: string) =>
  (await db().verification.findMany({ where: { uploadId } })).map(({ id }) => id)
/** A release and its withdrawal write there, after the lines and before the upload. */
const lockKnownIbans = (tx: Tx) => tx.$executeRaw`lock table supplier_ibans in share mode`

it('payees are deleted while their run is released or a release is withdrawn, without a deadlock', async () => {
  const id = await createAnsweredRun(analyst, newPayments(2))
  const ids = await checksOf(id)
  expect(await actsWaiting(lockKnownIbans, [() => release(id, reviewer), strip(ids)])).toEqual([
    'done',
    'done',
  ])
  expect(await db().paymentLine.count({ where: { uploadId: id, releaseId: null } })).toBe(0)

  const other = await createAnsweredRun(analyst, newPayments(2))
  await release(other, reviewer)
  const withdraw = () => withdrawRelease(other, 1, reviewer)
  const outcomes = await actsWaiting(lockKnownIbans, [withdraw, strip(await checksOf(other))])
  expect(outcomes).toEqual(['done', 'done'])
  expect(await db().paymentLine.count({ where: { uploadId: other, releaseId: null } })).toBe(2)
})

it('a name is erased from two runs while a report on both is loaded, without a deadlock', async () => {
  const runs = [await createReportableRun(analyst), await createReportableRun(analyst)]
  const [lower, higher] = runs.map(({ id }) => id).sort()
  await asRetention(
    `update payment_lines set remittance = 'Rent of Tom Twofold' where upload_id = '${lower}'`,
  )
  await db().upload.update({ where: { id: higher }, data: { fileName: 'Rent Tom Twofold.xml' } })
  const bytes = runs.map(({ messageId }, n) => [`${n}.xml`, makeReportBytes(messageId)] as const)
  // an erasure deletes known IBANs there, between what it finds by file names and by lines
  const outcomes = await actsWaiting(lockKnownIbans, [
    () => eraseSubject(office, subjectOf('name', 'Tom Twofold')),
    () => loadReport(zipSync(Object.fromEntries(bytes)), reviewer),
  ])
  expect(outcomes).toEqual(['done', 'done'])
})

it('a name is erased from two reports of one file while they are joined to a run, without a deadlock', async () => {
  const run = await createReportableRun(analyst)
  const docs = ['RVNM', 'ACSC'].map((code) =>
    makeReportBytes('LATER', [{ code, endToEndId: 'E1', name: 'Rudi Reported' }]),
  )
  const bytes = zipSync(Object.fromEntries(docs.map((doc, n) => [`${n}.xml`, doc])))
  await loadReport(bytes, reviewer)
  const kept = await db().paymentReport.findMany({ where: { uploadId: null }, orderBy: { id: 'asc' } })
  const [lower, higher] = kept.map(({ id }) => id)
  // loading the file again meets them in the order in which they were received
  await asRetention(
    `update payment_reports set received_at = now() - interval '1 min' where id = '${higher}'`,
  )
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from payment_reports where id = ${lower}::uuid for update`,
    [
      () => eraseSubject(office, subjectOf('name', 'Rudi Reported')),
      () => loadReport(bytes, reviewer, run.id),
    ],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await db().paymentReport.count({ where: { uploadId: run.id } })).toBe(2)
})

it('a payee is deleted while two people declare the lost request not billed, without a deadlock', async () => {
  const second = await insertPerson('reviewer')
  const { id: connectionId } = await onlyConnection()
  const check = { ...PLAIN_CHECK, id: randomUUID(), connectionId, requestedById: analyst.id }
  await db().verification.create({ data: { ...check, status: 'pending' } })
  const sendDeadline = new Date(Date.now() - 70_000)
  const sent = {
    verificationId: check.id,
    connectionId,
    claimedAt: sendDeadline,
    sendDeadline,
    payloadSha256: '0',
  }
  const { id } = await db().attempt.create({ data: { ...sent, state: 'sending' } })
  await reap()
  await resolveCheck(id, { as: 'not_billed', reason: 'It never arrived', evidence: 'Ticket 4711' }, reviewer)
  const { proposedAt } = await db().resolution.findFirstOrThrow({ where: { attemptId: id } })
  const seen = { agree: true, proposedAt: proposedAt.toISOString() }
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from resolutions where attempt_id = ${id}::uuid for update`,
    [() => confirmCheck(id, seen, second), strip([check.id])],
  )
  expect(outcomes).toEqual(['done', 'done'])
})

const countMentions = (reference: string) => db().verification.count({ where: { reference } })

it('an old upload is deleted while two people declare its lost batch not billed, without a deadlock', async () => {
  const second = await insertPerson('reviewer')
  const { id: connectionId } = await onlyConnection()
  const id = await storeCompared(requestOf(linesOf(keptRows(2, 740_030))), analyst)
  const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
  const attemptId = (await claimBulk(bulk.id, connectionId))?.attemptId ?? ''
  await db()
    .$executeRaw`update attempts set send_deadline = now() - interval '70 s' where id = ${attemptId}::uuid`
  await reapBulks()
  const declared = { as: 'not_billed', reason: 'It never arrived', evidence: 'Ticket 4712' } as const
  await resolveBatch(attemptId, declared, reviewer)
  const { proposedAt } = await db().resolution.findFirstOrThrow({ where: { attemptId } })
  const seen = { agree: true, proposedAt: proposedAt.toISOString() }
  await strip(await checksOf(id))()
  const tomorrow = new Date(Date.now() + 86_400_000)
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from resolutions where attempt_id = ${attemptId}::uuid for update`,
    [() => purgeUploads(tomorrow, async () => undefined), () => confirmBatch(attemptId, seen, second)],
  )
  expect(outcomes).toEqual(['done', 'done'])
})

it('a name is erased from the rows of an upload while they are answered, without a deadlock', async () => {
  const id = await storeCompared(requestOf(linesOf(keptRows(3, 740_020))), analyst)
  const reference = 'Rent of Rita Referred'
  const ids = (await checksOf(id)).sort()
  // written last to first: a scan of the table meets them in this order, while answers lock them by ID
  for (const each of ids.toReversed())
    await db().verification.update({ where: { id: each }, data: { reference } })
  const answer = { ...NO_ANSWER, status: 'completed', matchResult: 'match' } as const
  const receiveAnswers = () =>
    db().$transaction(async (tx) => {
      await lockUpload(tx, id)
      await recordAnswers(
        tx,
        ids.map((verificationId) => ({ verificationId, answer })),
      )
    })
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from verifications where id = ${ids[1]}::uuid for update`,
    [() => eraseSubject(office, subjectOf('name', 'Rita Referred')), receiveAnswers],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await countMentions(reference)).toBe(0)
})

it('a name is erased from an upload and its rows while it is stopped, without a deadlock', async () => {
  const [id, other] = [
    await storeCompared(requestOf(linesOf(keptRows(2, 740_000))), analyst),
    await storeCompared(requestOf(linesOf(keptRows(2, 740_010))), analyst),
  ]
  const reference = 'Rent of Tina Titled'
  await db().upload.update({ where: { id }, data: { title: reference } })
  await db().verification.updateMany({ where: { uploadId: id }, data: { reference } })
  await db().uploadRow.updateMany({ where: { uploadId: other }, data: { reference } })
  // an erasure locks the upload before its checks
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from verifications where upload_id = ${id}::uuid for update`,
    [() => eraseSubject(office, subjectOf('name', 'Tina Titled')), () => actOnUpload(id, 'stop', analyst)],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await countMentions(reference)).toBe(0)
})

it('an erasure that two people finish at the same moment is recorded once', async () => {
  const check = { ...PLAIN_CHECK, id: randomUUID(), name: 'Theo Twice', nameSearch: 'theo twice' }
  await db().verification.create({ data: { ...check, status: 'failed', requestedById: analyst.id } })
  const hold = await placeHold({ on: 'verification', id: check.id, reason: 'court' }, admin)
  const { id } = await requestErasure({ subject: subjectOf('name', check.name), reason: 'letter' }, admin)
  await decideErasure(id, true, reviewer)
  await releaseHold(hold.id, admin)
  const finish = () => resumeErasure(id, admin.auditActor)
  expect(await actsWaiting(retentionLock, [finish, finish])).toEqual(['done', 'done'])
  expect(await db().auditEntry.count({ where: { objectId: id, action: 'retention.erased' } })).toBe(1)
})

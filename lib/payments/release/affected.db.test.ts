import { describe, expect, it } from 'vitest'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { lockRun } from '@/lib/payments/release/lock.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import {
  createAnsweredRun,
  newPayments,
  readReleaseFile,
  release,
  releaseRequest,
} from '@/lib/payments/release/testing/fixtures'
import { recordHeldNotSent, withdrawRelease } from '@/lib/payments/release/withdraw.server'
import { createPeople } from '@/lib/payments/testing/people'
import { readGates } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { codeOf } from '@/lib/platform/testing/refusals'
import type { FilePayment } from '@/lib/tables/payments/line'

const [analyst, reviewer, second] = await createPeople()

/** A run of two payments, and runs of what its releases change: an equal payment, and another IBAN of a supplier. */
async function runs() {
  const [paid, held, other] = newPayments(3) as [FilePayment, FilePayment, FilePayment]
  const run = await createAnsweredRun(analyst, [paid, { ...held, number: 2 }])
  const equal = await createAnsweredRun(analyst, [paid])
  const equalHeld = await createAnsweredRun(analyst, [{ ...held, number: 1 }])
  const supplier = await createAnsweredRun(analyst, [{ ...other, number: 1, name: paid.name }])
  await db().paymentChange.deleteMany()
  return { run, equal, equalHeld, supplier }
}

/** The runs whose gates a worker computes again, since the last call. */
async function recordedRuns(): Promise<Set<string>> {
  const rows = await db().paymentChange.findMany()
  await db().paymentChange.deleteMany()
  return new Set(rows.map(({ uploadId }) => uploadId))
}

describe('the gates of other runs are computed again', () => {
  it('when a release pays the same, or the same supplier, and when it is withdrawn', async () => {
    const { run, equal, supplier } = await runs()
    await release(run, reviewer, [1])
    expect(await recordedRuns()).toEqual(new Set([run, equal, supplier]))
    await withdrawRelease(run, 1, reviewer)
    expect(await recordedRuns()).toEqual(new Set([run, equal, supplier]))
  })

  it('when a held file with the same payment is downloaded, and when it is recorded as not sent, once', async () => {
    const { run, equalHeld } = await runs()
    await release(run, reviewer, [1])
    await recordedRuns()
    await readReleaseFile(run, 1, 'held', reviewer)
    expect(await recordedRuns()).toEqual(new Set([run, equalHeld]))
    await recordHeldNotSent(run, 1, reviewer)
    expect(await recordedRuns()).toEqual(new Set([run, equalHeld]))
    await recordHeldNotSent(run, 1, second)
    expect(await recordedRuns()).toEqual(new Set())
  })
})

it('a release is not made from a file without lines that another release, withdrawn meanwhile, contained', async () => {
  const id = await createAnsweredRun(analyst, newPayments(3))
  await release(id, reviewer, [1])
  const input = await releaseRequest(id, [2])
  const { released } = await db().$transaction(async (tx) => {
    await lockRun(tx, id, second.actor)
    const released = codeOf(releaseLines(id, input, second))
    await expect.poll(countLockWaits).toBeGreaterThan(0)
    await tx.paymentRelease.updateMany({
      where: { uploadId: id },
      data: { withdrawnAt: new Date(), withdrawnById: reviewer.id },
    })
    await tx.paymentLine.updateMany({ where: { uploadId: id }, data: { releaseId: null } })
    return { released }
  })
  expect(await released).toBe('run_changed')
  expect(await codeOf(releaseLines(id, input, second))).toBe('done')
})

it('a release is not made from a file whose name was erased while it was made: its parts have that name', async () => {
  const id = await createAnsweredRun(analyst, newPayments(2))
  const input = await releaseRequest(id)
  const { released } = await db().$transaction(async (tx) => {
    await lockRun(tx, id, second.actor)
    const released = codeOf(releaseLines(id, input, second))
    await expect.poll(countLockWaits).toBeGreaterThan(0)
    await tx.upload.update({ where: { id }, data: { fileName: 'deleted.xml' } })
    return { released }
  })
  expect(await released).toBe('run_changed')
  expect(await codeOf(releaseLines(id, input, second))).toBe('done')
  const { fileName } = await db().paymentFile.findFirstOrThrow({
    where: { part: 'released', release: { uploadId: id } },
  })
  expect(fileName).toBe('deleted-release-1.xml')
})

it('a held file can be downloaded after an earlier one that was not sent, and after a later release was withdrawn', async () => {
  const id = await createAnsweredRun(analyst, newPayments(4))
  await release(id, reviewer, [1])
  await readReleaseFile(id, 1, 'held', reviewer)
  await recordHeldNotSent(id, 1, reviewer)
  await computeGates(id)
  await release(id, reviewer, [2])
  await release(id, reviewer, [3])
  expect(await codeOf(readReleaseFile(id, 2, 'held', reviewer))).toBe('held_file_superseded')
  await withdrawRelease(id, 3, reviewer)
  expect(await codeOf(readReleaseFile(id, 2, 'held', reviewer))).toBe('done')
})

it('the same file is no duplicate once the release of the first one was withdrawn', async () => {
  const lines = newPayments(1)
  const first = await createAnsweredRun(analyst, lines, [], 'TWICE')
  const again = await createAnsweredRun(analyst, lines, [], 'TWICE')
  await release(first, reviewer)
  await computeGates(again)
  expect(await readGates(again)).toEqual({ 1: 'held possible_duplicate' })
  await withdrawRelease(first, 1, reviewer)
  await computeGates(again)
  expect(await readGates(again)).toEqual({ 1: 'clear match' })
})

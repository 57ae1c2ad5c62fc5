import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { createAnsweredRun, newPayments, release } from '@/lib/payments/release/testing/fixtures'
import { createPeople } from '@/lib/payments/testing/people'
import { storeRelease } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { refusedBy } from '@/lib/platform/testing/refusals'

/** What the database refuses about releases and their lines, whatever the program does. */

const [analyst, reviewer, second] = await createPeople()

const change = (uploadId: string, what: string) =>
  refusedBy(db().$executeRawUnsafe(`update payment_releases set ${what} where upload_id = '${uploadId}'`))
const withdrawnBy = ({ id }: { id: string }) => `withdrawn_at = now(), withdrawn_by_id = '${id}'`
const notSentBy = ({ id }: { id: string }) => `held_not_sent_at = now(), held_not_sent_by_id = '${id}'`
const leave = (uploadId: string, number: number, releaseId: string) =>
  refusedBy(
    db().paymentLine.update({ where: { uploadId_number: { uploadId, number } }, data: { releaseId } }),
  )

describe('a release', () => {
  it('keeps its downloads, and who recorded that the held file was not sent', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    await release(id, reviewer, [1])
    expect(await change(id, 'released_downloaded_at = now(), held_downloaded_at = now()')).toBe('done')
    for (const part of ['released', 'held'])
      expect(await change(id, `${part}_downloaded_at = null`)).toBe('payment_releases_stand')
    const gone = await insertPerson('reviewer')
    await db().user.update({ where: { id: gone.id }, data: { disabledAt: new Date() } })
    for (const by of [await insertPerson('admin'), gone])
      expect(await change(id, notSentBy(by))).toBe('payment_releases_not_sent_by_reviewer')
    expect(await change(id, notSentBy(second))).toBe('done')
    expect(await change(id, notSentBy(reviewer))).toBe('payment_releases_stand')
    expect(await change(id, 'held_not_sent_at = null, held_not_sent_by_id = null')).toBe(
      'payment_releases_stand',
    )
  })

  it('never changes once it is withdrawn', async () => {
    const id = await createAnsweredRun(analyst, newPayments(1))
    await release(id, reviewer)
    expect(await change(id, withdrawnBy(second))).toBe('done')
    const changes = [
      ...[withdrawnBy(reviewer), 'withdrawn_at = null, withdrawn_by_id = null'],
      ...['released_downloaded_at = now()', 'held_downloaded_at = now()'],
    ]
    for (const what of changes) expect(await change(id, what)).toBe('payment_releases_stand')
  })

  it.each(['released', 'held'])('is not withdrawn once its %s file is downloaded', async (part) => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    await release(id, reviewer, [1])
    expect(await change(id, `${part}_downloaded_at = now(), ${withdrawnBy(second)}`)).toBe(
      'payment_releases_stand',
    )
    expect(await change(id, `${part}_downloaded_at = now()`)).toBe('done')
    expect(await change(id, withdrawnBy(second))).toBe('payment_releases_stand')
  })

  it('is not made by a reviewer who may not decide yet', async () => {
    const waits = await insertPerson('reviewer')
    const decidesFrom = new Date(Date.now() + 60_000)
    await db().user.update({ where: { id: waits.id }, data: { decidesFrom } })
    const id = await createAnsweredRun(analyst, newPayments(1))
    expect(await refusedBy(storeRelease(id, waits.id, [1]))).toBe('second_person_waits')
  })
})

describe('a line', () => {
  it('leaves with no withdrawn release, and goes from one release to another only through none', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    const first = await storeRelease(id, reviewer.id, [1])
    expect(await change(id, withdrawnBy(second))).toBe('done')
    expect(await leave(id, 2, first)).toBe('payment_lines_leave_once')
    const later = await storeRelease(id, reviewer.id, [])
    expect(await leave(id, 1, later)).toBe('payment_lines_leave_once')
    await db().paymentLine.updateMany({ where: { uploadId: id }, data: { releaseId: null } })
    expect(await leave(id, 1, later)).toBe('done')
  })

  it('is never stored as released', async () => {
    const id = await createAnsweredRun(analyst, newPayments(1))
    const releaseId = await storeRelease(id, reviewer.id, [])
    const line = await db().paymentLine.findFirstOrThrow({ where: { uploadId: id } })
    const born = db().paymentLine.create({ data: { ...line, number: 2, releaseId } })
    expect(await refusedBy(born)).toBe('payment_lines_leave_once')
  })
})

import { describe, expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { lockRun } from '@/lib/payments/release/lock.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import {
  createAnsweredRun,
  newPayments,
  release,
  releaseRequest,
} from '@/lib/payments/release/testing/fixtures'
import { withdrawRelease } from '@/lib/payments/release/withdraw.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { createPeople } from '@/lib/payments/testing/people'
import { approveLine, readGates, storeRelease } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { signedOutWaiting } from '@/lib/platform/testing/locks'
import { codeOf, refusalOf, refusedBy } from '@/lib/platform/testing/refusals'
import { undoDecision } from '@/lib/reviews/decision/undo.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const [analyst, reviewer, second] = await createPeople()

const lines = (sql: string) => db().$executeRawUnsafe(sql)

describe('a line', () => {
  it('is released only once, even if twenty people release at the same moment', async () => {
    const id = await createAnsweredRun(analyst, newPayments(40))
    const input = await releaseRequest(id)
    const everything = Array.from({ length: 10 }, () => codeOf(releaseLines(id, input, reviewer)))
    const parts = await Promise.all(
      Array.from({ length: 10 }, (_, n) => releaseRequest(id, [n * 4 + 1, n * 4 + 2, n * 4 + 3, n * 4 + 4])),
    )
    const some = parts.map((part) => codeOf(releaseLines(id, part, second)))
    const outcomes = await Promise.all([...everything, ...some])
    expect(outcomes.filter((one) => one === 'done').length).toBeGreaterThan(0)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'run_changed']))
    const releases = await db().paymentRelease.findMany({
      where: { uploadId: id },
      include: { _count: { select: { paymentLines: true } } },
    })
    expect(releases).toHaveLength(outcomes.filter((one) => one === 'done').length)
    for (const one of releases) expect(one._count.paymentLines).toBe(one.lines)
  })
})

describe('lines that were read from another file than the stored one', () => {
  it.each([
    [
      'another amount',
      { paymentLines: { updateMany: { where: { number: 1 }, data: { amount: '100.01' } } } },
    ],
    ['another number of lines', { lines: 4 }],
  ])('are not released, because the files wouldn’t add up: %s', async (_, data) => {
    const id = await createAnsweredRun(analyst, newPayments(3))
    await db().paymentRun.update({ where: { uploadId: id }, data })
    expect(await refusalOf(release(id, reviewer, [1, 2]))).toBe('500 release_differs')
    expect(await db().paymentRelease.count({ where: { uploadId: id } })).toBe(0)
  })
})

describe('the database', () => {
  it('accepts a line only in a release of its own run, once, and only with a gate that allows it', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3), ['match', 'match', 'no_match'])
    const other = await createAnsweredRun(analyst, newPayments(1))
    await release(id, reviewer, [1])
    const own = await db().paymentRelease.findFirstOrThrow({ where: { uploadId: id } })
    const set = (run: string, number: number, to: string | null) =>
      refusedBy(
        lines(
          `update payment_lines set release_id = ${to ? `'${to}'` : 'null'} where upload_id = '${run}' and number = ${number}`,
        ),
      )
    expect(await set(other, 1, own.id)).toBe('payment_lines_leave_once')
    expect(await set(id, 3, own.id)).toBe('payment_lines_leave_once')
    expect(await set(id, 1, null)).toBe('payment_lines_leave_once')
    const later = await storeRelease(id, reviewer.actor.id, [])
    expect(await set(id, 1, later)).toBe('payment_lines_leave_once')
    expect(await set(id, 2, later)).toBe('done')
  })

  it('refuses to change or delete a released line, or a file of a release', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    await release(id, reviewer, [1])
    const of = `where upload_id = '${id}' and number = 1`
    expect(await refusedBy(lines(`update payment_lines set amount = 1 ${of}`))).toBe(
      'payment_lines_released_stay',
    )
    expect(await refusedBy(lines(`update payment_lines set gate = 'held' ${of}`))).toBe(
      'payment_lines_released_stay',
    )
    expect(await refusedBy(lines(`delete from payment_lines ${of}`))).toBe('payment_lines_leave_once')
    const files = `where release_id in (select id from payment_releases where upload_id = '${id}')`
    expect(await refusedBy(lines(`update payment_files set bytes = 1 ${files}`))).toBe('payment_files_stay')
    expect(await refusedBy(lines(`delete from payment_files ${files}`))).toBe('payment_files_stay')
  })

  it('accepts a release only from an active reviewer who did not upload the run', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    const gone = await insertPerson('reviewer')
    await db().user.update({ where: { id: gone.actor.id }, data: { disabledAt: new Date() } })
    const id = await createAnsweredRun(both, newPayments(1))
    for (const { actor } of [both, analyst, gone])
      expect(await refusedBy(storeRelease(id, actor.id, [1]))).toBe('payment_releases_four_eyes')
    expect(await refusedBy(storeRelease(id, reviewer.actor.id, [1], { withdrawnAt: new Date() }))).toMatch(
      /^payment_releases_/,
    )
  })

  it('accepts each event of a release once, and a withdrawal only within 10 minutes', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    await release(id, reviewer, [1])
    const change = (what: string) =>
      refusedBy(lines(`update payment_releases set ${what} where upload_id = '${id}'`))
    const by = reviewer.actor.id
    expect(await change('lines = 9')).toBe('payment_releases_stand')
    expect(await change(`held_not_sent_at = now(), held_not_sent_by_id = '${by}'`)).toBe(
      'payment_releases_not_sent_by_reviewer',
    )
    expect(await change(`withdrawn_at = now(), withdrawn_by_id = '${analyst.actor.id}'`)).toBe(
      'payment_releases_withdrawn_in_time',
    )
    await queryAsOwner(`begin; set local session_replication_role = 'replica';
      update payment_releases set released_at = now() - interval '11 minutes' where upload_id = '${id}'; commit`)
    expect(await change(`withdrawn_at = now(), withdrawn_by_id = '${by}'`)).toBe(
      'payment_releases_withdrawn_in_time',
    )
    expect(await codeOf(withdrawRelease(id, 1, reviewer))).toBe('release_too_old')
    expect(await change('held_downloaded_at = now()')).toBe('done')
    expect(await change(`held_downloaded_at = now() + interval '1 day'`)).toBe('payment_releases_stand')
    expect(await refusedBy(lines(`delete from payment_releases where upload_id = '${id}'`))).toBe(
      'payment_releases_stand',
    )
  })

  it('lets nobody withdraw it who was signed out while they waited for the run', async () => {
    const id = await createAnsweredRun(analyst, newPayments(1))
    await release(id, reviewer)
    const gone = await insertPerson('reviewer')
    const outcome = await signedOutWaiting(
      gone,
      (tx) => lockRun(tx, id, reviewer.actor),
      () => withdrawRelease(id, 1, gone),
    )
    expect(outcome).toBe('session_required')
    expect(await db().paymentRelease.count({ where: { uploadId: id, withdrawnAt: null } })).toBe(1)
  })

  it('judges the time of a withdrawal, because the clock of a web host may be ahead', async () => {
    const id = await createAnsweredRun(analyst, newPayments(1))
    await release(id, reviewer)
    const { releasedAt } = await db().paymentRelease.findFirstOrThrow({ where: { uploadId: id } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    const withdrawn = async () => {
      const { releasesMade } = await readPaymentRun(id, reviewer.actor)
      return [releasesMade[0]?.withdrawableUntil, await codeOf(withdrawRelease(id, 1, reviewer))]
    }
    expect(await withdrawn().finally(() => vi.useRealTimers())).toEqual([
      new Date(releasedAt.getTime() + 600_000).toISOString(),
      'done',
    ])
  })
})

describe('four eyes', () => {
  it('refuse a release only if the same person alone approved all of its lines', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3), ['close_match', 'close_match', 'match'])
    for (const number of [1, 2]) await approveLine(id, number, reviewer)
    expect(await readGates(id)).toMatchObject({ 1: 'corrected bank_name_adopted', 3: 'clear match' })
    expect(await codeOf(release(id, reviewer, [1, 2]))).toBe('release_own_decisions')
    expect(await db().paymentRelease.count({ where: { uploadId: id } })).toBe(0)
    expect(await codeOf(release(id, second, [1]))).toBe('done')
    expect(await codeOf(release(id, reviewer, [2, 3]))).toBe('done')
  })

  it('count only approvals that were not undone, of the check that the gate uses', async () => {
    const payments = newPayments(1)
    const id = await createAnsweredRun(analyst, payments, ['close_match'])
    const review = await approveLine(id, 1, reviewer)
    await undoDecision(review, reviewer)
    await approveLine(id, 1, second)
    const { iban, name } = payments[0] as { iban: string; name: string }
    const newer = { ...PLAIN_CHECK, iban, name, status: 'completed', matchResult: 'match' } as const
    for (const other of [{ environment: 'sandbox' }, { source: 'bank_report' }] as const)
      await db().verification.create({ data: { ...newer, ...other, requestedById: analyst.id } })
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'corrected bank_name_adopted' })
    expect(await codeOf(release(id, second))).toBe('release_own_decisions')
    expect(await codeOf(release(id, reviewer))).toBe('done')
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { POST as confirm } from '@/app/api/attempts/[id]/resolve/confirm/route'
import { POST as resolve } from '@/app/api/attempts/[id]/resolve/route'
import { proposedAt } from '@/app/api/attempts/testing/lost-batches'
import { rowsNamed } from '@/app/api/uploads/testing/fixtures'
import { recordAll } from '@/lib/audit/record.server'
import { datedAudit } from '@/lib/audit/testing/dated'
import { verifyChain } from '@/lib/audit/verify.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { changePeriods, readRetention } from '@/lib/retention/change.server'
import { nightlySchedule } from '@/lib/retention/cutoff.server'
import { previewEffect } from '@/lib/retention/effect.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { runNight } from '@/lib/retention/night.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import { readBalance } from '@/lib/usage/balance.server'
import { readUsage } from '@/lib/usage/overview.server'
import { readLedger } from '@/lib/usage/reconcile.server'
import { callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import type { PostMode } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const OLD_ENTRIES = 3
const uploads: Record<'decided' | 'open' | 'held', string> = { decided: '', open: '', held: '' }
const provider = await startProvider()
await insertConnection(provider.baseUrl, 4)
const [analyst, admin] = [await insertPerson(), await insertPerson('admin')]

/** Creates an upload of ten rows, sent in batches of 4, 4 and 2. */
async function upload(...posts: PostMode[]): Promise<string> {
  provider.bulkModes = posts
  const names = Array.from({ length: 10 }, (_, n) => (n === 1 ? 'Invalid' : `Holder ${n}`))
  const { id } = await receiveUpload(requestOf(linesOf(rowsNamed(names))), analyst)
  await runWorker(id)
  return id
}

async function decide(uploadId: string, body: object) {
  const { id } = await db().attempt.findFirstOrThrow({ where: { state: 'unknown', bulk: { uploadId } } })
  await db()
    .$executeRaw`update attempts set send_deadline = now() - interval '61 seconds' where id = ${id}::uuid`
  await callRoute(resolve, 'POST', '/', { as: await insertPerson('reviewer'), body, params: { id } })
  if ('evidence' in body)
    await callRoute(confirm, 'POST', '/', {
      as: await insertPerson('reviewer'),
      body: { agree: true, proposedAt: await proposedAt(id) },
      params: { id },
    })
  await runWorker(uploadId)
}

/** Creates a check that cost one credit, and two that were written off: its response was lost, or never came. */
async function checks() {
  for (const [status, state, amount] of [
    ['completed', 'accepted', -1],
    ['unknown', 'written_off', 0],
    ['unknown', 'written_off', -1],
  ] as const) {
    const matchResult = status === 'completed' ? ('match' as const) : null
    const { id: verificationId } = await db().verification.create({
      data: {
        ...PLAIN_CHECK,
        status,
        matchResult,
        upstreamId: randomUUID(),
        requestedById: analyst.actor.id,
      },
    })
    const data = {
      verificationId,
      state,
      claimedAt: new Date(),
      upstreamId: amount < 0 ? randomUUID() : null,
    }
    const attempt = await db().attempt.create({ data })
    await db().creditEntry.create({ data: { kind: 'check', amount, attemptId: attempt.id } })
  }
}

/** Moves everything six years into the past. */
async function age() {
  await db().$executeRaw`update verifications set created_at = created_at - interval '6 years'`
  await db().$executeRaw`update uploads set created_at = created_at - interval '6 years'`
  await db().$executeRaw`update attempts set created_at = created_at - interval '6 years'`
  await db().$executeRaw`update credit_entries set at = at - interval '6 years'`
}

beforeAll(async () => {
  const entry = { by: { kind: 'system' as const }, action: 'test.old' }
  await datedAudit('2015-03-01', () =>
    db().$transaction((tx) => recordAll(Array(OLD_ENTRIES).fill(entry), tx)),
  )
  uploads.decided = await upload('accept', 'accept_then_lose')
  await decide(uploads.decided, { as: 'not_billed', reason: 'Never arrived', evidence: 'Ticket 1' })
  uploads.open = await upload('accept', 'accept_then_lose')
  uploads.held = await upload()
  await checks()
  for (const amount of [500, 70])
    await db().creditEntry.create({
      data: { kind: 'top_up', amount, note: `Invoice ${amount}`, userId: admin.actor.id },
    })
  await db().creditEntry.create({ data: { kind: 'correction', amount: -7, note: 'Counted again' } })
  await age()
  await db().creditEntry.create({ data: { kind: 'top_up', amount: 30, note: 'Invoice of today' } })
})

/** Every total of these years that a page shows. */
async function numbers() {
  const [{ day }] = await db().$queryRaw<[{ day: string }]>`
    select (now() - interval '6 years')::date::text as day`
  const around = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  const { lines, total } = await readLedger({ from: around(-2), to: around(2) })
  const credits = await Promise.all(
    Object.values(uploads).map(async (id) => (await readUpload(id, admin.actor)).credits),
  )
  const named = lines.map((line) => (line.kind === 'upload' ? { ...line, fileName: '' } : line))
  return { lines: named, total, credits, balance: await readBalance() }
}
const night = async (offset: number) =>
  new Date(Date.parse((await nightlySchedule()).today) + offset * 86_400_000).toISOString().slice(0, 10)
const ids = async () => ({
  checks: await db().verification.count({ where: { upstreamId: { not: null } } }),
  bulks: await db().bulk.count({ where: { upstreamId: { not: null } } }),
})

describe('data older than the long retention period', () => {
  it('is counted in a preview, and a hold keeps its requests and the whole audit log', async () => {
    const { id } = await placeHold({ on: 'upload', id: uploads.held, reason: 'Case 12' }, admin)
    const { tonight, held, recordsBefore } = await previewEffect(DEFAULT_PERIODS)
    // three batches and the one sent again, three checks; the other upload still waits for people
    expect(tonight).toMatchObject({ requests: 7, entries: 0 })
    expect(held).toMatchObject({ requests: 3, credits: 3, entries: OLD_ENTRIES })
    expect(Date.parse(recordsBefore)).toBeLessThan(Date.now() - 4.9 * 365 * 86_400_000)
    const longer = await previewEffect({ ...DEFAULT_PERIODS, recordYears: 10 })
    expect(longer.tonight).toMatchObject({ requests: 0, credits: 0 })
    expect(longer.held).toMatchObject({ requests: 0, entries: OLD_ENTRIES })

    const before = await numbers()
    expect(before.total).toMatchObject({ addsUp: true })
    expect((await runNight(await night(0)))?.purged).toMatchObject({
      requests: 7,
      credits: tonight.credits,
      entries: 0,
    })
    expect(await numbers()).toEqual(before)
    expect(await db().attempt.count({ where: { bulk: { uploadId: uploads.held } } })).toBe(3)
    expect(await db().auditEntry.count({ where: { action: 'test.old' } })).toBe(OLD_ENTRIES)
    await releaseHold(id, admin)
  })

  it('is deleted: requests, provider ids, ledger lines and entries; every total stays exact to the credit', async () => {
    const before = await numbers()
    expect((await readRetention(admin.actor)).cut).toBeNull()
    const { tonight } = await previewEffect(DEFAULT_PERIODS)
    expect(tonight).toMatchObject({ requests: 3, credits: 3, entries: OLD_ENTRIES })
    const run = await runNight(await night(1))
    expect(run?.purged).toMatchObject({ requests: 3, credits: 3, entries: OLD_ENTRIES })
    expect(await numbers()).toEqual(before)
    expect(await ids()).toEqual({ checks: 0, bulks: 1 })
    expect(await db().resolution.count()).toBe(0)
    const lines = await db().creditEntry.findMany({ orderBy: { id: 'asc' } })
    const single = lines.filter(({ month }) => month === null)
    // the upload that still waits: one accepted batch, one unknown
    expect(single.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['bulk -3', 'bulk 0', 'top_up 30'])
    const sums = lines.filter(({ month }) => month !== null)
    expect(sums.map(({ kind }) => kind).toSorted()).toEqual(['bulk', 'check', 'correction', 'top_up'])
    expect(sums.find(({ kind }) => kind === 'top_up')).toMatchObject({
      amount: 570n,
      note: null,
      userId: null,
    })
    const shown = (await readUsage()).entries.map(({ amount }) => amount)
    expect(shown.toSorted((a, b) => a - b)).toEqual([-7, 30, 570])
    expect(await verifyChain()).toMatchObject({ breach: null })
    expect((await readRetention(admin.actor)).cut).toMatchObject({ whole: true })
  })

  it('is kept while the outcome of a request is unknown, and deleted after people have decided', async () => {
    const left = await db().attempt.findMany({ select: { state: true }, orderBy: { state: 'asc' } })
    expect(left).toEqual([{ state: 'accepted' }, { state: 'unknown' }])
    const named = { bulk: { uploadId: uploads.open }, status: 'unknown', purgedAt: null } as const
    // if declared not billed, they would be sent again, which needs their names
    expect(await db().verification.count({ where: named })).toBe(4)
    await decide(uploads.open, { as: 'written_off', reason: 'Nobody knows' })
    const before = await numbers()
    expect(before.lines.find((line) => line.kind === 'upload' && line.id === uploads.open)).toMatchObject({
      writtenOff: 4,
      unknown: 0,
      addsUp: true,
    })
    await db()
      .$executeRaw`update attempts set created_at = created_at - interval '6 years' where created_at > now() - interval '1 year'`
    expect((await runNight(await night(2)))?.purged.requests).toBe(3)
    expect(await db().attempt.count()).toBe(0)
    expect(await ids()).toEqual({ checks: 0, bulks: 0 })
    expect(await db().verification.count({ where: named })).toBe(0)
    expect(await numbers()).toEqual(before)
  })

  it('gets a shorter period only after the caller has seen how many entries and lines will be deleted', async () => {
    const periods = { ...DEFAULT_PERIODS, recordYears: 3 } as const
    const change = { before: DEFAULT_PERIODS, periods }
    expect(await refusalOf(changePeriods(change, admin))).toBe('409 retention_changed')
    expect(await refusalOf(changePeriods({ ...change, confirms: 0 }, admin))).toBe('done')
  })
})

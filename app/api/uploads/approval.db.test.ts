import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { DEFAULT_LIMITS, type OfficeLimits } from '@/lib/limits/limits'
import { limitsSetting } from '@/lib/limits/limits.server'
import { db } from '@/lib/platform/db.server'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { ibanOf, keptRows, type TestRow } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import { startProvider } from '@/service/testing/start-provider'
import * as verifications from '../verifications/route'
import * as approval from './[id]/approval/route'
import * as resume from './[id]/resume/route'
import * as retry from './[id]/retry/route'
import * as one from './[id]/route'
import * as stop from './[id]/stop/route'
import { callUploads, postUpload, readId, readProblem, rowsNamed } from './testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

let analyst: Person
let reviewer: Person
let files = 0

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  ;[analyst, reviewer] = [await insertPerson(), await insertPerson('reviewer')]
})
afterEach(() => db().setting.deleteMany({ where: { key: limitsSetting.key } }))

const limit = (credits: Partial<OfficeLimits['credits']>) =>
  limitsSetting.save({ ...DEFAULT_LIMITS, credits: { ...DEFAULT_LIMITS.credits, ...credits } })
/** Rows that no other test uses. */
const fresh = (count: number) => keptRows(count, ++files * 1_000)
const send = async (given: TestRow[], as = analyst) => {
  const id = await readId(await postUpload(given, as))
  await compareUpload(id)
  return id
}
const read = async (id: string, as = reviewer) => (await callUploads(one.GET, 'GET', { as, id })).json()
const decide = (id: string, json: object, as = reviewer) =>
  callUploads(approval.POST, 'POST', { as, id, json })
const jobs = async (id: string) => {
  const [row] = await db().$queryRaw<[{ count: number }]>`
    select count(*)::int as count from pgboss.job j join bulks b on b.id = (j.data ->> 'bulkId')::uuid where b.upload_id = ${id}::uuid`
  return row.count
}
const entries = (id: string) =>
  db().auditEntry.findMany({ where: { objectId: id, objectType: 'upload' }, orderBy: { seq: 'asc' } })

describe('an upload above the limit of one upload', () => {
  beforeEach(() => limit({ upload: 3 }))

  it('is stored completely and waits: no request makes it send anything', async () => {
    const id = await send(fresh(4))
    expect(await read(id)).toMatchObject({
      status: 'paused',
      pauseReason: 'approval',
      counts: { waiting: 4 },
      approval: { causes: ['upload'], credits: 4, decision: null },
    })
    expect(await jobs(id)).toBe(0)
    await runWorker(id)
    expect(await readProblem(await callUploads(resume.POST, 'POST', { as: analyst, id }))).toMatchObject({
      status: 409,
      code: 'approval_required',
    })
    const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
    const past = db().attempt.create({ data: { bulkId: bulk.id, state: 'sending' } })
    await expect(past).rejects.toThrow('not approved')
    expect(provider.ledger.flatMap(({ items }) => items)).toHaveLength(0)
  })

  it('is sent completely once a second person approves', async () => {
    const id = await send(fresh(4))
    const answer = await decide(id, { approve: true })
    expect(answer.status).toBe(200)
    expect(await jobs(id)).toBe(1)
    await runWorker(id)
    expect(await read(id)).toMatchObject({
      status: 'completed',
      approval: { decision: 'approved', by: { id: reviewer.id }, reason: null },
    })
    const log = (await entries(id)).filter(({ action }) => action !== 'upload.compared')
    expect(log[0]).toMatchObject({ action: 'upload.created', details: { waitsBecause: ['upload'] } })
    expect(log[1]).toMatchObject({
      ...{ action: 'upload.approved', actorId: reviewer.id },
      details: { causes: ['upload'], credits: 4 },
    })
  })

  it('ends unsent when it is declined, and the sender sees the reason, which the audit log doesn’t contain', async () => {
    const id = await send(fresh(4))
    expect((await decide(id, { approve: false, reason: ' a ' })).status).toBe(422)
    await decide(id, { approve: false, reason: 'the list of last year' })
    await runWorker(id)
    expect(await read(id)).toMatchObject({
      status: 'stopped',
      notSent: 4,
      approval: { decision: 'declined', reason: 'the list of last year' },
    })
    // it may name a payee
    expect(await read(id, await insertPerson('admin'))).toMatchObject({
      approval: { decision: 'declined', reason: null },
    })
    expect((await entries(id)).map(({ action }) => action)).toContain('upload.declined')
    expect(
      JSON.stringify(await entries(id), (_, value) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain('last year')
    expect((await decide(id, { approve: true })).status).toBe(409)
  })

  it('is decided by another person than its sender, in the command and in the database', async () => {
    const both = await insertPerson('analyst', 'reviewer', 'admin')
    const id = await send(fresh(4), both)
    expect(await readProblem(await decide(id, { approve: true }, both))).toMatchObject({
      status: 403,
      code: 'four_eyes',
    })
    expect((await decide(id, { approve: true }, await insertPerson())).status).toBe(403)
    const write = (data: object) => db().uploadApproval.update({ where: { uploadId: id }, data })
    const at = { decidedAt: new Date() }
    await expect(write({ ...at, approved: true, decidedById: both.id })).rejects.toThrow('another person')
    await expect(write({ ...at, approved: false, decidedById: reviewer.id })).rejects.toThrow('say_why')
    await expect(write({ credits: 1 })).rejects.toThrow('decided once')
    const waits = await insertPerson('reviewer')
    await db().user.update({ where: { id: waits.id }, data: { decidesFrom: new Date(Date.now() + 60_000) } })
    for (const answer of [{ approve: true }, { approve: false, reason: 'not yet' }])
      expect(await readProblem(await decide(id, answer, waits))).toMatchObject({ code: 'decides_later' })
    await expect(write({ ...at, approved: true, decidedById: waits.id })).rejects.toThrow('decide yet')
    await expect(db().uploadApproval.delete({ where: { uploadId: id } })).rejects.toThrow('not deleted')
    expect((await decide(id, { approve: true }, await insertPerson('admin'))).status).toBe(200)
    await expect(write({ ...at, approved: false, decidedById: reviewer.id, reason: 'no' })).rejects.toThrow(
      'decided once',
    )
  })

  it('is decided once when two people decide at the same time', async () => {
    const id = await send(fresh(4))
    const second = await insertPerson('admin')
    const answers = await Promise.all([
      decide(id, { approve: true }),
      decide(id, { approve: false, reason: 'too much' }, second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('can be withdrawn by its sender while it waits', async () => {
    const id = await send(fresh(4))
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id })).status).toBe(200)
    expect((await decide(id, { approve: true })).status).toBe(409)
  })

  it('does not wait when it has few rows, or few distinct pairs', async () => {
    const [row] = fresh(1)
    for (const given of [fresh(3), Array(9).fill(row)]) {
      const id = await send(given)
      expect(await read(id)).toMatchObject({ status: 'waiting', approval: null })
      await runWorker(id)
    }
  })
})

describe('uploads above one person’s daily limit', () => {
  it('wait, even if they are sent at the same time, and approved credits don’t count towards the sender’s limit', async () => {
    await limit({ personDay: 10 })
    const ids = await Promise.all(Array.from({ length: 3 }, () => send(fresh(4))))
    const all = await Promise.all(ids.map((id) => read(id)))
    const waiting = all.filter(({ pauseReason }) => pauseReason === 'approval')
    expect(waiting).toHaveLength(1)
    expect(waiting[0]?.approval).toMatchObject({ causes: ['personDay'], credits: 4 })
    await decide(waiting[0]?.id, { approve: true })
    // eight were spent without approval, so two are left
    expect((await read(await send(fresh(2)))).status).toBe('waiting')
    expect((await read(await send(fresh(1)))).pauseReason).toBe('approval')
    expect((await read(await send(fresh(9), await insertPerson()))).status).toBe('waiting')
  })
})

describe('retrying timeouts', () => {
  it('counts like any upload: above the limit it waits, and its rows are offered once', async () => {
    const late = fresh(3).map((row, n) => ({ ...row, name: `Late ${n}` }) as TestRow)
    const id = await send(late)
    await runWorker(id)
    await limit({ upload: 2 })
    const headers = { 'idempotency-key': randomUUID() }
    const run = await readId(await callUploads(retry.POST, 'POST', { as: analyst, id, headers }))
    await compareUpload(run)
    expect(await read(run)).toMatchObject({
      pauseReason: 'approval',
      retries: id,
      approval: { causes: ['upload'], credits: 3 },
    })
    await runWorker(run)
    await decide(run, { approve: true })
    await runWorker(run)
    expect((await read(run)).status).toBe('completed')
  })
})

describe('an upload with many names on one IBAN', () => {
  const onOne = (names: string[], iban: string): TestRow[] =>
    rowsNamed(names).map((row) => ({ ...row, iban }) as TestRow)

  it('waits for a second person, counting its own names and those checked before', async () => {
    const [a, b] = [ibanOf(90_000_001), ibanOf(90_000_002)]
    const first = await read(await send(onOne(['Ada', 'Bea', 'Cleo', 'Dora', 'ADA'], a)))
    expect(first.status).toBe('waiting')
    const again = await read(await send(onOne(['Àda', 'Dora'], a)))
    expect(again.status).toBe('waiting')
    const fifth = await read(await send(onOne(['Emma'], a), await insertPerson()))
    expect(fifth.approval).toMatchObject({ causes: ['names'], credits: 1 })
    const whole = await read(await send(onOne(['Ada', 'Bea', 'Cleo', 'Dora', 'Emma'], b)))
    expect(whole.approval).toMatchObject({ causes: ['names'] })
  })

  it('cannot avoid the limit by sending the same rows again while they wait', async () => {
    const iban = ibanOf(90_000_004)
    const rows = onOne(['Ada', 'Bea', 'Cleo', 'Dora', 'Emma'], iban)
    const first = await send(rows)
    const again = await read(await send(rows))
    expect(again).toMatchObject({ pauseReason: 'approval', approval: { causes: ['names'] } })
    const single = () =>
      callUploads(verifications.POST, 'POST', {
        as: analyst,
        headers: { 'idempotency-key': randomUUID() },
        json: { iban, name: 'Ada', environment: 'live' },
      })
    expect(await readProblem(await single())).toMatchObject({ code: 'second_person_required' })
    await decide(first, { approve: true })
    expect((await single()).status).toBeLessThan(300)
  })

  it('cannot avoid the limit by several uploads at the same time', async () => {
    const iban = ibanOf(90_000_003)
    for (const name of ['Ada', 'Bea', 'Cleo']) await send(onOne([name], iban))
    const people = await Promise.all(Array.from({ length: 3 }, () => insertPerson()))
    const ids = await Promise.all(people.map((person, n) => send(onOne([`Holder ${n}`], iban), person)))
    const states = await Promise.all(ids.map(async (id) => (await read(id)).status))
    expect(states.sort()).toEqual(['paused', 'paused', 'waiting'])
  })
})

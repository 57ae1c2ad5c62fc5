import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { listConnections } from '@/lib/connections/queries.server'
import { db } from '@/lib/platform/db.server'
import { budgetsSetting } from '@/lib/upstream/budget.server'
import { backfillSetting } from '@/lib/upstream/enrichment.server'
import { readCheckView } from '@/lib/verifications/record/queries.server'
import { refreshVerification } from '@/lib/verifications/refresh/refresh.server'
import {
  answerWith,
  COMPLETED_ENRICHMENT,
  refuseWith,
  runEnrichmentJobs,
  setUpEnrichment,
} from '@/lib/verifications/testing/enrichment'
import { type RequestHandler, send } from '@/service/testing/provider'

const { office, createSentBulk, createRows, handleNext, countReads, readStoredReads } = setUpEnrichment()

const stored = (id: string) =>
  db().verification.findUniqueOrThrow({
    where: { id },
    select: {
      enrichment: true,
      enrichmentAskedAt: true,
      status: true,
      matchResult: true,
      evidenceHash: true,
    },
  })

const refreshByPerson = (id: string) => {
  const analyst = { id: office.requestedById, roles: ['analyst' as const] } as Actor
  return refreshVerification(id, { actor: analyst, auditActor: { kind: 'user', ...analyst } })
}

describe('the bank details of French rows', () => {
  it('are read one by one, oldest answer first, for no other country and source', async () => {
    const [first, last] = await createRows(2)
    await createRows(1, { country: 'DE' })
    await createRows(1, { source: 'single' })
    await createRows(1, { upstreamId: null })
    handleNext(answerWith(), answerWith())
    expect(await runEnrichmentJobs()).toBe(2)
    expect(countReads()).toBe(2)
    expect(await stored(first ?? '')).toMatchObject({
      enrichment: { bicCode: { value: 'BNPAFRPP' }, bankName: { value: 'BNP Paribas' } },
      matchResult: 'match',
    })
    expect((await stored(last ?? '')).enrichmentAskedAt).not.toBeNull()
    expect(await readStoredReads()).toBe('works')
    expect(await runEnrichmentJobs()).toBe(0)
  })

  it('are not read again when the provider has none', async () => {
    const [id] = await createRows(1)
    expect((await readCheckView(id ?? '')).enrichmentState).toBe('not_asked')
    handleNext(answerWith({}))
    expect(await runEnrichmentJobs()).toBe(1)
    expect((await readCheckView(id ?? '')).enrichmentState).toBe('none_given')
    expect(await stored(id ?? '')).toMatchObject({ enrichment: null })
    expect((await stored(id ?? '')).enrichmentAskedAt).not.toBeNull()
    await runEnrichmentJobs()
    expect(countReads()).toBe(1)
  })

  it('are read again after five minutes, for a day, while the provider is looking one up, also for single checks', async () => {
    const pending = { status: 'pending', bicCode: null, bankName: null }
    const [bulk] = await createRows(1)
    const [single] = await createRows(1, { source: 'single', enrichment: pending })
    const [old] = await createRows(1, {
      enrichment: pending,
      answeredAt: new Date(Date.now() - 25 * 3_600_000),
    })
    handleNext(answerWith({ enrichment: { ...COMPLETED_ENRICHMENT, bank_name: { status: 'pending' } } }))
    expect(await runEnrichmentJobs()).toBe(1)
    expect((await readCheckView(bulk ?? '')).enrichmentState).toBe('pending')
    expect(await runEnrichmentJobs()).toBe(0)
    await db()
      .$executeRaw`update verifications set enrichment_asked_at = now() - interval '6 minutes' where id <> ${old}::uuid`
    handleNext(answerWith(), answerWith())
    expect(await runEnrichmentJobs()).toBe(2)
    for (const id of [bulk, single])
      expect(await stored(id ?? '')).toMatchObject({ enrichment: { bicCode: { value: 'BNPAFRPP' } } })
    expect(await runEnrichmentJobs()).toBe(0)
    expect(await stored(old ?? '')).toMatchObject({ enrichment: pending })
  })

  it('of a single check are still read when items of bulks cannot be read', async () => {
    await db().connection.update({ where: { id: office.connectionId }, data: { enrichmentReads: 'refused' } })
    await createRows(1)
    const [single] = await createRows(1, {
      source: 'single',
      enrichment: { status: 'pending' },
      answeredAt: new Date(Date.now() - 6 * 60_000),
    })
    handleNext(answerWith())
    expect(await runEnrichmentJobs()).toBe(1)
    expect((await readCheckView(single ?? '')).enrichmentState).toBe('given')
    expect([countReads(), await readStoredReads()]).toEqual([1, 'refused'])
  })

  it('are read only for rows that were sent with this connection', async () => {
    const other = await createSentBulk({ connectionId: randomUUID() })
    const seeded = await createSentBulk({ owner: null })
    const refused = await createSentBulk({ state: 'rejected' })
    for (const made of [other, seeded, refused])
      await createRows(1, { bulkId: made, answeredAt: new Date(0) })
    const [sent] = await createRows(1)
    handleNext(answerWith())
    expect(await runEnrichmentJobs()).toBe(1)
    expect(await stored(sent ?? '')).toMatchObject({ enrichment: { status: 'completed' } })
    expect([countReads(), await readStoredReads()]).toEqual([1, 'works'])
  })

  it.each([404, 410, 200])(
    'that are not returned for a row (%i) are missing for this row only',
    async (status) => {
      const ids = await createRows(3)
      handleNext(refuseWith(status), answerWith(), answerWith())
      expect(await runEnrichmentJobs()).toBe(3)
      expect(await readStoredReads()).toBe('works')
      expect((await readCheckView(ids[0] ?? '')).enrichmentState).toBe('none_given')
      expect((await readCheckView(ids[1] ?? '')).enrichmentState).toBe('given')
    },
  )

  describe('that are refused for five rows in a row', () => {
    const anHourLater = () =>
      db()
        .$executeRaw`update connections set enrichment_paused_until = enrichment_paused_until - interval '61 minutes'`
    const pause = async (more: number) => {
      const ids = await createRows(5 + more)
      handleNext(...Array.from({ length: 5 }, () => refuseWith(404)))
      await runEnrichmentJobs()
      await runEnrichmentJobs()
      expect([countReads(), await readStoredReads()]).toEqual([5, 'refused'])
      return ids
    }

    it('are reported on the connection with the time of the next try', async () => {
      const shown = async () =>
        (await listConnections()).find((connection) => connection.id === office.connectionId)?.enrichment
      expect(await shown()).toEqual({ state: 'not_asked', nextTryAt: null })
      await pause(1)
      expect(await shown()).toEqual({ state: 'paused', nextTryAt: expect.any(String) })
      await anHourLater()
      handleNext(answerWith())
      await runEnrichmentJobs()
      expect(await shown()).toEqual({ state: 'works', nextTryAt: null })
      await backfillSetting.save(false)
      expect(await shown()).toEqual({ state: 'off', nextTryAt: null })
    })

    it('pause for an hour, then resume with one row at a time', async () => {
      const ids = await pause(2)
      expect((await readCheckView(ids[5] ?? '')).enrichmentState).toBe('refused')
      await anHourLater()
      handleNext(refuseWith(404))
      expect(await runEnrichmentJobs()).toBe(1)
      await runEnrichmentJobs()
      expect([countReads(), await readStoredReads()]).toEqual([6, 'refused'])
    })

    it('resume as soon as the provider returns one row', async () => {
      await pause(3)
      await anHourLater()
      handleNext(answerWith(), refuseWith(404), answerWith())
      expect(await runEnrichmentJobs()).toBe(3)
      expect(await readStoredReads()).toBe('works')
    })

    it('resume when a person refreshes a row of a file successfully', async () => {
      const [first = '', ...others] = await pause(2)
      handleNext(answerWith(), answerWith(), answerWith())
      await refreshByPerson(first)
      expect(await readStoredReads()).toBe('works')
      expect(await runEnrichmentJobs()).toBe(2)
      expect((await readCheckView(others.at(-1) ?? '')).enrichmentState).toBe('given')
    })
  })

  it('continue after an outage or a rate limit: no row is marked without an answer', async () => {
    const ids = await createRows(4)
    handleNext(answerWith(), refuseWith(429))
    expect(await runEnrichmentJobs()).toBe(1)
    expect((await stored(ids[1] ?? '')).enrichmentAskedAt).toBeNull()
    await db().upstreamPace.deleteMany()
    handleNext(answerWith(), refuseWith(500))
    expect(await runEnrichmentJobs()).toBe(1)
    expect((await stored(ids[2] ?? '')).enrichmentAskedAt).toBeNull()
    expect(await readStoredReads()).toBe('works')
    handleNext(answerWith())
    expect(await runEnrichmentJobs()).toBe(1)
    expect(await stored(ids[3] ?? '')).toMatchObject({ enrichment: { status: 'completed' } })
  })

  describe('of a row whose read always fails', () => {
    const broken: [string, RequestHandler][] = [
      ['an error', refuseWith(500)],
      ['no response', (_hit, _response, request) => request.socket.destroy()],
      ['too much', (_hit, response) => send(response, 200, 'x'.repeat(2 * 1024 * 1024))],
    ]
    const lastRead = (count: number) =>
      office.provider.received.slice(-count).map(({ path }) => path.split('/').at(-1))
    const anHourLater = () =>
      db()
        .$executeRaw`update verifications set enrichment_tried_at = enrichment_tried_at - interval '61 minutes'`

    it.each(broken)('do not keep the others waiting: %s', async (_, act) => {
      const [first = '', ...others] = await createRows(3)
      handleNext(act)
      expect(await runEnrichmentJobs()).toBe(0)
      handleNext(answerWith(), answerWith())
      expect(await runEnrichmentJobs()).toBe(2)
      for (const id of others) expect((await readCheckView(id)).enrichmentState).toBe('given')
      expect((await readCheckView(first)).enrichmentState).toBe('not_asked')
      await anHourLater()
      const [next = ''] = await createRows(1)
      handleNext(answerWith(), answerWith())
      expect(await runEnrichmentJobs()).toBe(2)
      expect(lastRead(2)).toEqual([next, first])
      expect((await readCheckView(first)).enrichmentState).toBe('given')
    })

    it('do not keep pending ones waiting either', async () => {
      const pending = { source: 'single' as const, enrichment: { status: 'pending' } }
      const ids = await createRows(2, { ...pending, answeredAt: new Date(Date.now() - 6 * 60_000) })
      handleNext(refuseWith(500))
      expect(await runEnrichmentJobs()).toBe(0)
      handleNext(answerWith())
      expect(await runEnrichmentJobs()).toBe(1)
      expect(lastRead(2).sort()).toEqual(ids.sort())
    })

    it('are given up after a day of failures, until a person refreshes the check', async () => {
      const [id = ''] = await createRows(1)
      for (let hour = 0; hour < 24; hour++) {
        handleNext(refuseWith(500))
        expect((await readCheckView(id)).enrichmentState).toBe('not_asked')
        await runEnrichmentJobs()
        await anHourLater()
        await db().breaker.deleteMany()
        await db().upstreamCall.deleteMany()
      }
      expect([countReads(), await runEnrichmentJobs()]).toEqual([24, 0])
      expect((await readCheckView(id)).enrichmentState).toBe('failed')
      handleNext(answerWith({}))
      await refreshByPerson(id)
      expect((await readCheckView(id)).enrichmentState).toBe('none_given')
    })
  })

  it('use a share of the reads, and none while people need them', async () => {
    await budgetsSetting.save({ enrichment: 4, single_get: 10 })
    await createRows(9)
    handleNext(...Array.from({ length: 9 }, () => answerWith()))
    expect(await runEnrichmentJobs()).toBe(4)
    expect(await runEnrichmentJobs()).toBe(0)
    await budgetsSetting.save({ enrichment: 9, single_get: 4 })
    expect(await runEnrichmentJobs()).toBe(0)
    expect(countReads()).toBe(4)
  })

  it('are read by one process at a time, and not at all when switched off', async () => {
    await createRows(6)
    handleNext(...Array.from({ length: 6 }, () => answerWith()))
    const passes = await Promise.all([runEnrichmentJobs(), runEnrichmentJobs(), runEnrichmentJobs()])
    expect(passes.sort()).toEqual([0, 0, 6])
    await createRows(1)
    await backfillSetting.save(false)
    expect(await runEnrichmentJobs()).toBe(0)
    expect(countReads()).toBe(6)
  })

  it('never change a result: a different one is flagged and the stored one stays', async () => {
    const [id] = await createRows(1)
    handleNext(answerWith({ match_result: 'no_match', enrichment: COMPLETED_ENRICHMENT }))
    await runEnrichmentJobs()
    expect(await stored(id ?? '')).toMatchObject({ matchResult: 'match' })
    const entries = await db().auditEntry.findMany({ where: { objectId: id } })
    expect(entries.map((entry) => entry.action)).toEqual(['verification.result_differs'])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secretColumns } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { writeSetting } from '@/lib/platform/settings.server'
import { type Act, LIVE, type Provider, send, startProvider } from '@/lib/upstream/testing/provider'
import { readCheckView } from '@/lib/verifications/record/queries.server'
import { fillEnrichment } from '@/lib/verifications/refresh/enrich.server'
import { signedIn } from '@/lib/verifications/testing/desk'

let provider: Provider
let connectionId: string
let requestedById: string

beforeAll(async () => {
  provider = await startProvider()
  requestedById = (await signedIn('analyst')).id
})
afterAll(() => provider.stop())
beforeEach(async () => {
  provider.forget()
  await db().verification.deleteMany()
  await db().setting.deleteMany()
  await db().connection.updateMany({ data: { active: false } })
  connectionId = randomUUID()
  const keys = { clientId: 'accord', ...secretColumns(connectionId, 'a secret of the tests') }
  await db().connection.create({
    data: { id: connectionId, name: 'Test', baseUrl: provider.baseUrl, ...keys },
  })
})

const GIVEN = {
  status: 'completed',
  bic_code: { value: 'BNPAFRPP', status: 'completed' },
  bank_name: { value: 'BNP Paribas', status: 'completed' },
}
const answer =
  (more: object = { enrichment: GIVEN }): Act =>
  (hit, response) =>
    send(response, 200, {
      id: hit.path.split('/').at(-1),
      status: 'completed',
      match_result: 'match',
      ...more,
    })
const rows = async (count: number, more: object = {}) => {
  const data = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    environment: 'live' as const,
    source: 'bulk' as const,
    iban: 'FR7630006000011234567890189',
    name: 'Marie Curie',
    nameSearch: 'marie curie',
    country: 'FR',
    status: 'completed' as const,
    matchResult: 'match' as const,
    upstreamId: randomUUID(),
    connectionId,
    requestedById,
    answeredAt: new Date(Date.now() - 60_000 + n),
    ...more,
  }))
  await db().verification.createMany({ data })
  return data.map((row) => row.id)
}
const plan = (...acts: Act[]) => provider.next(LIVE, ...acts)
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
const remembered = async () =>
  (await db().connection.findUniqueOrThrow({ where: { id: connectionId } })).enrichmentReads

describe('the bank of French rows', () => {
  it('is asked for by the single read, oldest answer first; other countries and sources are not', async () => {
    const [first, last] = await rows(2)
    await rows(1, { country: 'DE' })
    await rows(1, { source: 'single' })
    await rows(1, { upstreamId: null })
    plan(answer(), answer())
    expect(await fillEnrichment()).toBe(2)
    expect(provider.count(LIVE)).toBe(2)
    expect(await stored(first ?? '')).toMatchObject({
      enrichment: { bicCode: { value: 'BNPAFRPP' }, bankName: { value: 'BNP Paribas' } },
      matchResult: 'match',
    })
    expect((await stored(last ?? '')).enrichmentAskedAt).not.toBeNull()
    expect(await remembered()).toBe('works')
    expect(await fillEnrichment()).toBe(0)
  })

  it('that the provider does not give is not asked for twice', async () => {
    const [id] = await rows(1)
    expect((await readCheckView(id ?? '')).enrichmentState).toBe('not_asked')
    plan(answer({}))
    expect(await fillEnrichment()).toBe(1)
    expect((await readCheckView(id ?? '')).enrichmentState).toBe('none_given')
    expect(await stored(id ?? '')).toMatchObject({ enrichment: null })
    expect((await stored(id ?? '')).enrichmentAskedAt).not.toBeNull()
    await fillEnrichment()
    expect(provider.count(LIVE)).toBe(1)
  })

  it('that the provider still looks up is asked for again after five minutes, for a day, also for single checks', async () => {
    const pending = { status: 'pending', bicCode: null, bankName: null }
    const [bulk] = await rows(1)
    const [single] = await rows(1, { source: 'single', enrichment: pending })
    const [old] = await rows(1, { enrichment: pending, answeredAt: new Date(Date.now() - 25 * 3_600_000) })
    plan(answer({ enrichment: { status: 'pending' } }))
    expect(await fillEnrichment()).toBe(1)
    expect((await readCheckView(bulk ?? '')).enrichmentState).toBe('pending')
    expect(await fillEnrichment()).toBe(0)
    await db()
      .$executeRaw`update verifications set enrichment_asked_at = now() - interval '6 minutes' where id <> ${old}::uuid`
    plan(answer(), answer())
    expect(await fillEnrichment()).toBe(2)
    for (const id of [bulk, single])
      expect(await stored(id ?? '')).toMatchObject({ enrichment: { bicCode: { value: 'BNPAFRPP' } } })
    expect(await fillEnrichment()).toBe(0)
    expect(await stored(old ?? '')).toMatchObject({ enrichment: pending })
  })

  it('of a single check is asked for again although items of bulks cannot be read', async () => {
    await db().connection.update({ where: { id: connectionId }, data: { enrichmentReads: 'refused' } })
    await rows(1)
    const [single] = await rows(1, {
      source: 'single',
      enrichment: { status: 'pending' },
      answeredAt: new Date(Date.now() - 6 * 60_000),
    })
    plan(answer())
    expect(await fillEnrichment()).toBe(1)
    expect((await readCheckView(single ?? '')).enrichmentState).toBe('given')
    expect([provider.count(LIVE), await remembered()]).toEqual([1, 'refused'])
  })

  it('is not asked for any more when the first answer is that items of bulks cannot be read so', async () => {
    const ids = await rows(3)
    plan((_hit, response) => send(response, 404, { code: 'not_found', message: 'x' }))
    expect(await fillEnrichment()).toBe(0)
    await fillEnrichment()
    expect([provider.count(LIVE), await remembered()]).toEqual([1, 'refused'])
    expect((await stored(ids[0] ?? '')).enrichmentAskedAt).toBeNull()
    expect((await readCheckView(ids[0] ?? '')).enrichmentState).toBe('refused')
  })

  it('one row that cannot be read later is passed over, the rest goes on', async () => {
    await rows(3)
    plan(answer(), (_hit, response) => send(response, 404, { code: 'not_found', message: 'x' }), answer())
    expect(await fillEnrichment()).toBe(3)
    expect(await remembered()).toBe('works')
  })

  it('goes on where an outage or a limit stopped it: nothing is marked without an answer', async () => {
    const ids = await rows(3)
    plan(answer(), (_hit, response) => send(response, 500, ''))
    expect(await fillEnrichment()).toBe(1)
    expect((await stored(ids[1] ?? '')).enrichmentAskedAt).toBeNull()
    expect(await remembered()).toBe('works')
    plan(answer(), answer())
    expect(await fillEnrichment()).toBe(2)
  })

  it('takes a share of the reads and no more, and none while people need them', async () => {
    await writeSetting('upstream.budgets', { enrichment: 4, single_get: 10 })
    await rows(9)
    plan(...Array.from({ length: 9 }, () => answer()))
    expect(await fillEnrichment()).toBe(4)
    expect(await fillEnrichment()).toBe(0)
    await writeSetting('upstream.budgets', { enrichment: 9, single_get: 4 })
    expect(await fillEnrichment()).toBe(0)
    expect(provider.count(LIVE)).toBe(4)
  })

  it('is asked for by one process at a time, and not at all when switched off', async () => {
    await rows(6)
    plan(...Array.from({ length: 6 }, () => answer()))
    const passes = await Promise.all([fillEnrichment(), fillEnrichment(), fillEnrichment()])
    expect(passes.sort()).toEqual([0, 0, 6])
    await rows(1)
    await writeSetting('enrichment.backfill', false)
    expect(await fillEnrichment()).toBe(0)
    expect(provider.count(LIVE)).toBe(6)
  })

  it('changes no result: another one is flagged and the stored one stays', async () => {
    const [id] = await rows(1)
    plan(answer({ match_result: 'no_match', enrichment: GIVEN }))
    await fillEnrichment()
    expect(await stored(id ?? '')).toMatchObject({ matchResult: 'match' })
    const entries = await db().auditEntry.findMany({ where: { objectId: id } })
    expect(entries.map((entry) => entry.action)).toEqual(['verification.result_differs'])
  })
})

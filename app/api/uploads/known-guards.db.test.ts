import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createKeyHeader } from '@/lib/keys/testing/key'
import { DEFAULT_LIMITS } from '@/lib/limits/limits'
import { limitsSetting } from '@/lib/limits/limits.server'
import { db } from '@/lib/platform/db.server'
import { needsSecondPerson } from '@/lib/verifications/tried/tried.server'
import { startProvider } from '@/service/testing/start-provider'
import * as approval from './[id]/approval/route'
import * as stop from './[id]/stop/route'
import { callUploads, readId, readProblem } from './testing/fixtures'
import {
  decideKnown,
  freshPairs,
  getRows,
  getUpload,
  type Pair,
  storeMatches,
  uploadWithChoice,
} from './testing/known'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

let analyst: Person
let reviewer: Person
let first: Pair[]

const provider = await startProvider()
await insertConnection(provider.baseUrl, 3)
beforeEach(async () => {
  ;[analyst, reviewer] = [await insertPerson(), await insertPerson('reviewer')]
  first = freshPairs()
})
afterEach(() => db().setting.deleteMany({ where: { key: limitsSetting.key } }))

const at = (n: number) => first[n] as Pair

describe('known results of other people', () => {
  it.each(['ask', 'take'] as const)('are neither offered nor used: %s', async (wish) => {
    await storeMatches([at(0)], await insertPerson())
    const id = await readId(await uploadWithChoice(first, wish, analyst))
    expect(await getUpload(id, analyst)).toMatchObject({ status: 'waiting', known: null })
  })

  it('are offered to a sender who may open them', async () => {
    await storeMatches([at(0)], analyst)
    const both = await insertPerson('analyst', 'reviewer')
    expect(
      (await getUpload(await readId(await uploadWithChoice(first, 'ask', both)), both)).known,
    ).toMatchObject({ rows: 1 })
  })

  it.each([
    ['an old match', { answeredAt: new Date(Date.now() - 31 * 86_400_000) }],
    ['a simulated one', { environment: 'sandbox' as const }],
    ['another name', { name: 'Höldér 0' }],
    ['an answer in a report of the payer’s bank', { source: 'bank_report' as const }],
    ['a purged one', { iban: '', name: '', nameSearch: '', purgedAt: new Date() }],
  ])('do not include %s', async (_, change) => {
    const [id = ''] = await storeMatches([at(0)], analyst)
    await db().verification.update({ where: { id }, data: change })
    expect(
      (await getUpload(await readId(await uploadWithChoice(first, 'ask', analyst)), analyst)).known,
    ).toBeNull()
  })
})

describe('API clients', () => {
  it('check everything again unless they ask for known results', async () => {
    await storeMatches([at(0)], analyst)
    const id = await readId(
      await uploadWithChoice(first, undefined, await createKeyHeader(analyst.id, ['uploads:write'])),
    )
    expect(await getUpload(id, analyst)).toMatchObject({ status: 'waiting', known: null })
  })

  it('reuse known results with the scope that reads checks', async () => {
    await storeMatches([at(0)], analyst)
    const writes = await createKeyHeader(analyst.id, ['uploads:write', 'uploads:read'])
    expect(await readProblem(await uploadWithChoice(first, 'take', writes))).toMatchObject({
      status: 403,
      code: 'scope_required',
    })
    const reads = await createKeyHeader(analyst.id, ['uploads:write', 'checks:read'])
    expect(
      (await getUpload(await readId(await uploadWithChoice(first, 'take', reads)), analyst)).known,
    ).toMatchObject({
      state: 'taken',
    })
  })

  it('see a pending offer only with that scope', async () => {
    await storeMatches([at(0)], analyst)
    const id = await readId(await uploadWithChoice(first, 'ask', analyst))
    const key = await createKeyHeader(analyst.id, ['uploads:read'])
    expect((await getUpload(id, key)).known).toBeNull()
    expect((await getRows(id, key, '?only=known')).items).toEqual([])
    expect((await getRows(id, key)).items[0]?.known).toBeNull()
  })
})

describe('limits and known results', () => {
  it('also need a second person: approval and choice work in either order', async () => {
    await limitsSetting.save({
      ...DEFAULT_LIMITS,
      credits: { ...DEFAULT_LIMITS.credits, upload: 3 },
    })
    await storeMatches([at(0)], analyst)
    const approve = (id: string) =>
      callUploads(approval.POST, 'POST', { as: reviewer, id, json: { approve: true } })
    const one_ = await readId(await uploadWithChoice(first, 'ask', analyst))
    expect(await getUpload(one_, analyst)).toMatchObject({
      pauseReason: 'approval',
      known: { state: 'open' },
    })
    await approve(one_)
    expect(await getUpload(one_, analyst)).toMatchObject({ status: 'paused', pauseReason: 'known' })
    await decideKnown(one_, true, analyst)
    expect((await getUpload(one_, analyst)).status).toBe('waiting')
    const two = await readId(await uploadWithChoice(first, 'ask', analyst))
    await decideKnown(two, false, analyst)
    expect(await getUpload(two, analyst)).toMatchObject({ status: 'paused', pauseReason: 'approval' })
    await approve(two)
    expect((await getUpload(two, analyst)).status).toBe('waiting')
  })

  it('count only the rows that must still be paid', async () => {
    await limitsSetting.save({
      ...DEFAULT_LIMITS,
      credits: { ...DEFAULT_LIMITS.credits, upload: 7 },
    })
    await storeMatches([at(0)], analyst)
    expect(
      (await getUpload(await readId(await uploadWithChoice(first, 'take', analyst)), analyst)).approval,
    ).toBeNull()
  })

  it('count an offered name as checked, even if the upload was stopped', async () => {
    const { iban } = at(7)
    const pairs = ['Ada', 'Bea', 'Cleo', 'Dora'].map((name) => ({ iban, name }))
    await storeMatches(pairs, analyst)
    const id = await readId(await uploadWithChoice(pairs, 'ask', analyst))
    await callUploads(stop.POST, 'POST', { as: analyst, id })
    const guard = (name: string) =>
      needsSecondPerson(db() as never, { iban, name }, DEFAULT_LIMITS.names, {
        ...{ id: analyst.id, roles: ['analyst'] },
      })
    expect([await guard('Emma'), await guard('Ada')]).toEqual([true, false])
  })
})

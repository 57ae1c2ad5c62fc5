import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scope } from '@/lib/keys/scopes'
import { hashSecret, makeSecret } from '@/lib/keys/secret.server'
import { DEFAULT_LIMITS, LIMITS_SETTING } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/fold'
import { db } from '@/lib/platform/db.server'
import { writeSetting } from '@/lib/platform/settings.server'
import type { KnownWish } from '@/lib/uploads/known/known'
import { ibanOf, keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { closeQueue, connect, openQueue, work } from '@/lib/uploads/testing/office'
import { Provider } from '@/lib/uploads/testing/provider'
import type { UploadRowPage, UploadView } from '@/lib/uploads/view'
import { needsSecondPerson } from '@/lib/verifications/tried/tried.server'
import * as approval from './[id]/approval/route'
import * as exported from './[id]/export/route'
import * as known from './[id]/known/route'
import * as resume from './[id]/resume/route'
import * as one from './[id]/route'
import * as rows from './[id]/rows/route'
import * as stop from './[id]/stop/route'
import * as uploads from './route'
import { call, idOf, type Person, problem, signedIn } from './testing/desk'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

let provider: Provider
let analyst: Person
let reviewer: Person
let files = 100
type Pair = { iban: string; name: string }
let first: Pair[]

beforeAll(async () => {
  await openQueue()
  provider = await new Provider().start()
  await connect(provider.url, 3)
})
afterAll(async () => {
  await provider.stop()
  await closeQueue()
  await db().$disconnect()
})
beforeEach(async () => {
  ;[analyst, reviewer] = [await signedIn('analyst'), await signedIn('reviewer')]
  first = keptRows(8, ++files * 1_000) as Pair[]
})
afterEach(() => db().setting.deleteMany({ where: { key: LIMITS_SETTING } }))

type Key = { cookie?: string; authorization?: string }
async function send(given: TestRow[], wish: KnownWish | undefined, as: Key = analyst): Promise<Response> {
  const plain = requestOf(linesOf(given, wish && { known: wish }))
  return call(uploads.POST, 'POST', {
    headers: {
      ...Object.fromEntries(plain.headers),
      'idempotency-key': crypto.randomUUID(),
      ...(as.cookie && { cookie: as.cookie }),
      ...(as.authorization && { authorization: as.authorization }),
    },
    bytes: new Uint8Array(await plain.arrayBuffer()),
  })
}
const read = async (id: string, as = analyst): Promise<UploadView> =>
  (await call(one.GET, 'GET', { as, id })).json()
const rowsOf = async (id: string, query = '', as = analyst): Promise<UploadRowPage> =>
  (await call(rows.GET, 'GET', { as, id, query })).json()
const choose = (id: string, take: boolean, as = analyst) =>
  call(known.POST, 'POST', { as, id, json: { take } })
const paidFor = (pair: Pair) =>
  provider.ledger.flatMap(({ items }) => items).filter(({ iban }) => iban === pair.iban).length
const entries = async (id: string) =>
  (await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })).map(
    ({ action, details }) => ({ action, details }),
  )

/** These pairs were answered with a match, as a check of this person. */
async function matched(pairs: Pair[], by: Person, daysAgo = 5): Promise<string[]> {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const data = pairs.map(({ iban, name }) => ({
    ...{ id: crypto.randomUUID(), iban, name, nameSearch: foldName(name), country: 'DE' },
    ...{ environment: 'live' as const, source: 'single' as const, requestedById: by.id, createdAt: at },
    ...{ status: 'completed' as const, matchResult: 'match' as const, answeredAt: at },
  }))
  await db().verification.createMany({ data })
  return data.map(({ id }) => id)
}
const at = (n: number) => first[n] as Pair

describe('an upload with pairs that its sender had matched lately', () => {
  it('waits for a choice before anything is paid, and shows the earlier checks', async () => {
    const ids = await matched([at(0), at(4)], analyst)
    const id = await idOf(await send([...first, at(0)], 'ask'))
    await work(id)
    expect(await read(id)).toMatchObject({
      ...{ status: 'paused', pauseReason: 'known', counts: { waiting: 9 } },
      known: { state: 'open', rows: 3, credits: 2 },
    })
    const listed = await rowsOf(id, '?known=true')
    expect(listed.items.map(({ row, known }) => [row, known?.id])).toEqual([
      [1, ids[0]],
      [5, ids[1]],
      [9, ids[0]],
    ])
    expect(listed.total).toBe(3)
    const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
    const past = db().attempt.create({ data: { bulkId: bulk.id, state: 'sending' } })
    await expect(past).rejects.toThrow('nobody chose yet')
    expect(await problem(await call(resume.POST, 'POST', { as: analyst, id }))).toMatchObject({
      ...{ status: 409, code: 'known_open' },
    })
    expect(provider.ledger.flatMap(({ items }) => items).filter(({ iban }) => iban === at(1).iban)).toEqual(
      [],
    )
  })

  it('takes them: the rows point to the old checks, the rest is sent in whole batches', async () => {
    const [old] = await matched([at(0), at(4)], analyst)
    const id = await idOf(await send([...first, at(0)], 'ask'))
    expect(await (await choose(id, true)).json()).toMatchObject({
      ...{ status: 'waiting', pauseReason: null, total: 6, notSent: 3, verifications: 6 },
      known: { state: 'taken', rows: 3, credits: 2 },
    })
    expect((await read(id)).bulks.map(({ number, size }) => [number, size])).toEqual([
      [1, 3],
      [2, 3],
    ])
    await work(id)
    const view = await read(id)
    expect(view).toMatchObject({ status: 'completed', counts: { waiting: 0 }, credits: 6 })
    expect([paidFor(at(0)), paidFor(at(1)), paidFor(at(7))]).toEqual([0, 1, 1])
    const { items } = await rowsOf(id)
    expect(items[0]).toMatchObject({ result: 'not_sent', notSentCode: 'known_match', known: { id: old } })
    expect(items[1]).toMatchObject({ result: 'match', known: null, name: at(1).name })
    expect(items[7]).toMatchObject({ name: at(7).name, iban: at(7).iban })
    expect((await entries(id)).slice(0, 2)).toMatchObject([
      { action: 'upload.created', details: { knownRows: 3 } },
      { action: 'upload.known_taken', details: { rows: 3, credits: 2 } },
    ])
  })

  it('says in the exported file which check answers a row, and asks for no correction of it', async () => {
    const [old] = await matched([at(0)], analyst)
    const id = await idOf(await send(first, 'take'))
    await work(id)
    const export_ = (format: string) =>
      call(exported.GET, 'GET', { as: analyst, id, query: `?format=${format}` })
    expect((await (await export_('original')).text()).split('\r\n')[1]).toContain(String(old))
    expect(await problem(await export_('fix'))).toMatchObject({ code: 'nothing_to_fix' })
  })

  it('checks them anew when the person wants that', async () => {
    await matched([at(0)], analyst)
    const id = await idOf(await send(first, 'ask'))
    expect((await choose(id, false)).status).toBe(200)
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'completed', total: 8, known: { state: 'anew' } })
    expect(paidFor(at(0))).toBe(1)
    expect((await rowsOf(id)).items[0]?.known).toBeNull()
    expect((await entries(id))[1]).toMatchObject({ action: 'upload.known_declined' })
  })

  it('is over at once when all of it is taken', async () => {
    await matched(first, analyst)
    const id = await idOf(await send(first, 'take'))
    expect(await read(id)).toMatchObject({ status: 'completed', total: 0, notSent: 8, bulks: [] })
    expect((await entries(id)).map(({ action }) => action)).toEqual([
      'upload.created',
      'upload.known_taken',
      'upload.finished',
    ])
  })

  it('is chosen about once, by its sender or who sees all', async () => {
    await matched([at(0)], analyst)
    const id = await idOf(await send(first, 'ask'))
    expect((await choose(id, true, await signedIn('analyst'))).status).toBe(404)
    expect((await choose(id, true, reviewer)).status).toBe(403)
    const answers = await Promise.all([
      choose(id, true),
      choose(id, false, await signedIn('analyst', 'reviewer')),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await problem(await choose(id, true))).toMatchObject({ code: 'known_not_offered' })
  })

  it('checks anew what got too old while it waited', async () => {
    const [old] = await matched([at(0), at(1)], analyst)
    const id = await idOf(await send(first, 'ask'))
    await db()
      .$executeRaw`update verifications set answered_at = now() - interval '31 days' where id = ${old}::uuid`
    expect((await (await choose(id, true)).json()).known).toEqual({ state: 'taken', rows: 1, credits: 1 })
    await work(id)
    expect([paidFor(at(0)), paidFor(at(1))]).toEqual([1, 0])
  })

  it('can be stopped while it waits, and then shows nothing of them', async () => {
    await matched([at(0)], analyst)
    const id = await idOf(await send(first, 'ask'))
    expect((await call(stop.POST, 'POST', { as: analyst, id })).status).toBe(200)
    expect((await read(id)).known).toBeNull()
    expect((await rowsOf(id)).items[0]?.known).toBeNull()
    expect((await choose(id, true)).status).toBe(409)
  })
})

describe('what is known to others', () => {
  it.each(['ask', 'take'] as const)('is neither offered nor taken: %s', async (wish) => {
    await matched([at(0)], await signedIn('analyst'))
    const id = await idOf(await send(first, wish))
    expect(await read(id)).toMatchObject({ status: 'waiting', known: null })
  })

  it('is offered to a sender who may open it', async () => {
    await matched([at(0)], analyst)
    const both = await signedIn('analyst', 'reviewer')
    expect((await read(await idOf(await send(first, 'ask', both)), both)).known).toMatchObject({ rows: 1 })
  })

  it.each([
    ['an old match', { answeredAt: new Date(Date.now() - 31 * 86_400_000) }],
    ['a simulated one', { environment: 'sandbox' as const }],
    ['another name', { name: 'Höldér 0' }],
    ['a purged one', { iban: '', name: '', nameSearch: '', purgedAt: new Date() }],
  ])('is not %s', async (_, change) => {
    const [id = ''] = await matched([at(0)], analyst)
    await db().verification.update({ where: { id }, data: change })
    expect((await read(await idOf(await send(first, 'ask')))).known).toBeNull()
  })
})

describe('programs', () => {
  async function keyOf({ id: ownerId }: Person, scopes: Scope[]): Promise<Key> {
    const secret = makeSecret()
    const [lastFour, expiresAt] = [secret.slice(-4), new Date(Date.now() + 86_400_000)]
    const key = { ownerId, name: 'Program', secretHash: hashSecret(secret), lastFour, scopes, expiresAt }
    await db().apiKey.create({ data: key })
    return { authorization: `Bearer ${secret}` }
  }

  it('check everything anew unless they say otherwise', async () => {
    await matched([at(0)], analyst)
    const id = await idOf(await send(first, undefined, await keyOf(analyst, ['uploads:write'])))
    expect(await read(id)).toMatchObject({ status: 'waiting', known: null })
  })

  it('take known answers with the scope that reads checks', async () => {
    await matched([at(0)], analyst)
    const writes = await keyOf(analyst, ['uploads:write', 'uploads:read'])
    expect(await problem(await send(first, 'take', writes))).toMatchObject({
      status: 403,
      code: 'scope_required',
    })
    const reads = await keyOf(analyst, ['uploads:write', 'checks:read'])
    expect((await read(await idOf(await send(first, 'take', reads)))).known).toMatchObject({ state: 'taken' })
  })

  it('see an open offer only with that scope', async () => {
    await matched([at(0)], analyst)
    const id = await idOf(await send(first, 'ask'))
    const { authorization = '' } = await keyOf(analyst, ['uploads:read'])
    const seen = await (await call(one.GET, 'GET', { id, headers: { authorization } })).json()
    expect(seen.known).toBeNull()
    const page = await (
      await call(rows.GET, 'GET', { id, query: '?known=true', headers: { authorization } })
    ).json()
    expect(page.items).toEqual([])
  })
})

describe('limits and known answers', () => {
  it('ask a second person as well: approved first, then chosen, or the other way round', async () => {
    await writeSetting(LIMITS_SETTING, {
      ...DEFAULT_LIMITS,
      credits: { ...DEFAULT_LIMITS.credits, upload: 3 },
    })
    await matched([at(0)], analyst)
    const approve = (id: string) => call(approval.POST, 'POST', { as: reviewer, id, json: { approve: true } })
    const one_ = await idOf(await send(first, 'ask'))
    expect(await read(one_)).toMatchObject({ pauseReason: 'approval', known: { state: 'open' } })
    await approve(one_)
    expect(await read(one_)).toMatchObject({ status: 'paused', pauseReason: 'known' })
    await choose(one_, true)
    expect((await read(one_)).status).toBe('waiting')
    const two = await idOf(await send(first, 'ask'))
    await choose(two, false)
    expect(await read(two)).toMatchObject({ status: 'paused', pauseReason: 'approval' })
    await approve(two)
    expect((await read(two)).status).toBe('waiting')
  })

  it('count what is left to be paid', async () => {
    await writeSetting(LIMITS_SETTING, {
      ...DEFAULT_LIMITS,
      credits: { ...DEFAULT_LIMITS.credits, upload: 7 },
    })
    await matched([at(0)], analyst)
    expect((await read(await idOf(await send(first, 'take')))).approval).toBeNull()
  })

  it('count an offered name as tried, also when the upload was stopped', async () => {
    const iban = ibanOf(++files * 1_000)
    const pairs = ['Ada', 'Bea', 'Cleo', 'Dora'].map((name) => ({ iban, name }))
    await matched(pairs, analyst)
    const id = await idOf(await send(pairs, 'ask'))
    await call(stop.POST, 'POST', { as: analyst, id })
    const guard = (name: string) =>
      needsSecondPerson(db() as never, { iban, name }, DEFAULT_LIMITS.names, {
        ...{ id: analyst.id, roles: ['analyst'] },
      })
    expect([await guard('Emma'), await guard('Ada')]).toEqual([true, false])
  })
})

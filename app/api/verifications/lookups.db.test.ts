import { beforeEach, describe, expect, it } from 'vitest'
import { POST as earlier } from '@/app/api/verifications/earlier/route'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { ibanOf } from '@/lib/uploads/testing/body'
import { callRoute, PLAIN_CHECK, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LOOKUPS_A_DAY } from '@/lib/verifications/tried/rule'
import { startProvider } from '@/service/testing/start-provider'

let analyst: Person
let iban: string
let accounts = 300

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  await resetRateLimits()
  analyst = await insertPerson()
  iban = ibanOf(++accounts)
})

const lookUp = (name: string, more: object = {}, as = analyst) =>
  callRoute(earlier, 'POST', '/api/verifications/earlier', {
    ...{ as, body: { iban, name, environment: 'live', ...more } },
  })
async function lookUpAll() {
  for (let n = 0; n < LOOKUPS_A_DAY; n++) expect((await lookUp(`Holder ${n}`)).status).toBe(200)
}
const entries = () =>
  db().auditEntry.findMany({ where: { action: 'verification.names_looked_up', actorId: analyst.id } })

describe('names that are looked up on an IBAN and not checked', () => {
  it('are limited to twenty a day, and the next one is refused with the time to wait', async () => {
    await lookUpAll()
    const { status, body, headers } = await lookUp('One More')
    expect([status, body.code]).toEqual([429, 'too_many_lookups'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await lookUp('HOLDER 3')).status).toBe(200)
    expect((await lookUp('', {})).status).toBe(200)
    expect((await lookUp('One More', { iban: ibanOf(++accounts) })).status).toBe(200)
    expect((await lookUp('One More', {}, await insertPerson())).status).toBe(200)
    await db().$executeRaw`update name_lookups set at = at - interval '25 hours'`
    expect((await lookUp('One More')).status).toBe(200)
  })

  it('cannot exceed the limit when they are looked up at the same time', async () => {
    const names = Array.from({ length: LOOKUPS_A_DAY + 5 }, (_, n) => `Holder ${n}`)
    const answers = await Promise.all(names.map((name) => lookUp(name)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  it('no longer count once they are checked', async () => {
    await lookUpAll()
    await callRoute(POST, 'POST', '/api/verifications', {
      ...{ as: analyst, body: { iban, name: 'Holder 0', environment: 'live' } },
    })
    expect((await lookUp('One More')).status).toBe(200)
    expect((await lookUp('Yet Another')).status).toBe(429)
  })

  it('still count when their checks were simulated or held back', async () => {
    await lookUpAll()
    const check = (name: string, more: object) =>
      callRoute(POST, 'POST', '/api/verifications', { as: analyst, body: { iban, name, ...more } })
    expect((await check('Holder 0', { environment: 'sandbox', sandboxResult: 'match' })).status).toBe(200)
    expect((await lookUp('One More')).status).toBe(429)
    const live = { environment: 'live' }
    for (const n of [0, 1, 2, 3]) expect((await check(`Holder ${n}`, live)).status).toBe(200)
    expect((await check('Holder 4', live)).body.code).toBe('second_person_required')
    for (const n of [0, 1, 2, 3]) expect((await lookUp(`Other ${n}`)).status).toBe(200)
    expect((await lookUp('One More')).status).toBe(429)
  })

  it('still count while they wait in an upload whose names a second person must allow', async () => {
    await lookUpAll()
    const counts = { fileRows: 1, total: 1, notSent: 0, countWaiting: 1 }
    const upload = { fileName: 'held.csv', fileHash: '0', reading: {}, createdById: analyst.id, ...counts }
    const { id } = await db().upload.create({ data: upload })
    await db().uploadApproval.create({ data: { uploadId: id, causes: ['names'], credits: 1 } })
    const waits = {
      ...PLAIN_CHECK,
      source: 'bulk',
      iban,
      name: 'Holder 0',
      requestedById: analyst.id,
    } as const
    await db().verification.create({ data: { ...waits, uploadId: id } })
    expect((await lookUp('One More')).status).toBe(429)
    const approved = {
      approved: true,
      decidedById: (await insertPerson('reviewer')).id,
      decidedAt: new Date(),
    }
    await db().uploadApproval.update({ where: { uploadId: id }, data: approved })
    expect((await lookUp('One More')).status).toBe(200)
  })

  it('add one entry an hour to the audit log from the third one on, without a name or an IBAN', async () => {
    for (const name of ['Ada', 'Bea', 'BEA']) await lookUp(name)
    expect(await entries()).toEqual([])
    for (const name of ['Cleo', 'Dora', 'Emma']) await lookUp(name)
    expect(await entries()).toMatchObject([{ objectId: null, details: { names: 3 } }])
    await queryAsOwner(`begin; set local session_replication_role = 'replica';
      update audit_entries set at = at - interval '61 minutes' where actor_id = '${analyst.id}'; commit`)
    await lookUp('Fee')
    expect((await entries()).map(({ details }) => details)).toEqual([{ names: 3 }, { names: 6 }])
  })

  it('are stored as keyed hashes only', async () => {
    await lookUp('Ada')
    const [row] = await db().nameLookup.findMany({ where: { userId: analyst.id } })
    expect([row?.ibanDigest.length, row?.nameDigest.length]).toEqual([32, 32])
  })
})

describe('the hint of earlier checks', () => {
  it('names a person only for checks that the reader may open', async () => {
    await callRoute(POST, 'POST', '/api/verifications', {
      ...{ as: analyst, body: { iban, name: 'Ada', environment: 'live' } },
    })
    const seen = async (as: Person) => ((await lookUp('Ada', {}, as)).body.items as object[])[0]
    expect(await seen(analyst)).toMatchObject({ sameName: true, id: expect.any(String) })
    expect(await seen(await insertPerson())).toMatchObject({
      sameName: null,
      id: null,
      outcome: 'match',
    })
    expect(await seen(await insertPerson('analyst', 'reviewer'))).toMatchObject({ sameName: true })
  })
})

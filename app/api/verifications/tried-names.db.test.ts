import { beforeEach, describe, expect, it } from 'vitest'
import { GET as report } from '@/app/api/admin/limits/tried-names/route'
import { POST as allow } from '@/app/api/verifications/[id]/allow-name/route'
import { POST as recheck } from '@/app/api/verifications/[id]/recheck/route'
import { POST as earlier } from '@/app/api/verifications/earlier/route'
import { POST } from '@/app/api/verifications/route'
import type { Role } from '@/lib/auth/roles'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createKeyHeader } from '@/lib/keys/testing/key'
import { DEFAULT_LIMITS } from '@/lib/limits/limits'
import { limitsSetting } from '@/lib/limits/limits.server'
import { db, lockOf, takeLocks } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { ibanOf } from '@/lib/uploads/testing/body'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { listHeldNames } from '@/lib/verifications/tried/allow.server'
import { LIVE } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

let analyst: Person
let reviewer: Person
let iban: string
let accounts = 0

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  provider.reset()
  await resetRateLimits()
  ;[analyst, reviewer] = [await insertPerson(), await insertPerson('reviewer')]
  iban = ibanOf(++accounts)
})

type Caller = Person & { authorization?: string }
const check = (name: string, more: object = {}, as: Caller = analyst) =>
  callRoute(POST, 'POST', '/api/verifications', {
    as,
    body: { iban, name, environment: 'live', ...more },
    headers: as.authorization === undefined ? {} : { authorization: as.authorization },
  })
/** An API client with a key of this person. */
const programOf = async (owner: Person): Promise<Caller> => ({
  ...owner,
  cookie: '',
  ...(await createKeyHeader(owner.id, ['checks:write'])),
})
const on = (handler: typeof allow, id: unknown, as: Person) =>
  callRoute(handler, 'POST', '/api/verifications/x', { as, params: { id: String(id) } })
const tell = async (name: string) =>
  (
    await callRoute(earlier, 'POST', '/api/verifications/earlier', {
      as: analyst,
      body: { iban, name, environment: 'live' },
    })
  ).body.tried
const paid = () => provider.received.filter(({ path }) => path === LIVE).length
async function tryNames(...names: string[]) {
  for (const name of names) expect((await check(name)).status).toBe(200)
}
const FOUR = ['Ada', 'Bea', 'Cleo', 'Dora']

/** A pair of an upload. */
const pairOf = (name: string) => ({
  ...{ iban, name, nameSearch: '', country: 'DE', requestedById: analyst.id },
  ...{ environment: 'live' as const, source: 'bulk' as const },
})

describe('many names on one IBAN', () => {
  it('are shown in the form before they are sent', async () => {
    await tryNames('Ada', 'Bea')
    expect(await tell('Ada')).toEqual({ names: 2, level: 'free' })
    expect(await tell('Cleo')).toEqual({ names: 3, level: 'warn' })
    await tryNames('Cleo', 'Dora')
    expect(await tell('Emma')).toEqual({ names: 5, level: 'second' })
  })

  it('need a second person from the fifth on: nothing is sent, and the check is stored with the reason', async () => {
    await tryNames(...FOUR)
    const fifth = await check('Emma')
    expect([fifth.status, fifth.body.code]).toEqual([409, 'second_person_required'])
    expect(paid()).toBe(4)
    const kept = await db().verification.findUniqueOrThrow({
      where: { id: String(fifth.body.verificationId) },
    })
    expect(kept).toMatchObject({ status: 'not_sent', problemCode: 'second_person_required' })
    expect(await db().upstreamCall.count({ where: { lane: 'single_post' } })).toBe(4)
  })

  it('cannot exceed the limit when they are sent at the same time', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `Holder ${n}`)
    const answers = await Promise.all(names.map((name) => check(name)))
    const let_through = answers.filter(({ status }) => status === 200 || status === 202)
    expect(let_through).toHaveLength(4)
    expect(answers.filter(({ body }) => body.code === 'second_person_required')).toHaveLength(6)
    expect(await db().verification.count({ where: { iban, status: { not: 'not_sent' } } })).toBe(4)
  })

  it('include those of an upload that is being stored at the same time', async () => {
    const { outcome } = await db().$transaction(async (tx) => {
      await takeLocks(tx, [lockOf('tried')])
      const outcome = check('Emma')
      await expect.poll(countLockWaits).toBe(1)
      await tx.verification.createMany({ data: FOUR.map((name) => pairOf(name)) })
      return { outcome }
    })
    expect((await outcome).body.code).toBe('second_person_required')
  })

  it.each([
    ['spaces in the IBAN', () => check('Emma', { iban: iban.replace(/(.{4})/g, '$1\u00a0') })],
    ['small letters in the IBAN', () => check('Emma', { iban: iban.toLowerCase() })],
    ['another person', async () => check('Emma', {}, await insertPerson())],
    ['another reference', () => check('Emma', { reference: 'another' })],
    ['a key of another person', async () => check('Emma', {}, await programOf(await insertPerson()))],
  ])('count together in spite of %s', async (_, ask) => {
    await tryNames(...FOUR)
    expect((await ask()).body.code).toBe('second_person_required')
  })

  it('are the same name in spite of case, accents and spaces', async () => {
    await tryNames('Élodie Blanc', 'elodie  blanc', 'ELODIE BLANC', 'Bea', 'Cleo', 'Dora', 'Elodie Blanc')
  })

  it('count what was sent within 24 hours: nothing simulated, refused or older', async () => {
    for (const name of FOUR) await check(name, { environment: 'sandbox', sandboxResult: 'match' })
    await tryNames(...FOUR)
    expect((await check('Emma')).status).toBe(409)
    expect((await check('Fee')).status).toBe(409)
    await db()
      .$executeRaw`update verifications set created_at = now() - interval '25 hours' where iban = ${iban} and name = 'Ada'`
    expect((await check('Gwen')).status).toBe(200)
    expect((await check('Ada')).status).toBe(409)
  })

  it('count too when an earlier result was offered and nothing was sent', async () => {
    const known = String((await check('Ada')).body.id)
    await db()
      .$executeRaw`update verifications set created_at = now() - interval '3 days' where id = ${known}::uuid`
    const offered = { status: 'not_sent', knownId: known } as const
    await db().verification.createMany({ data: FOUR.map((name) => ({ ...pairOf(name), ...offered })) })
    expect((await check('Emma')).body.code).toBe('second_person_required')
    expect((await check('Ada')).status).toBe(200)
  })

  it('are new to a person who did not check them, because a free name would reveal other people’s checks', async () => {
    await tryNames(...FOUR)
    const other = await insertPerson()
    expect((await check('Ada', {}, other)).body.code).toBe('second_person_required')
    expect((await check('Ada', {}, await insertPerson('analyst', 'reviewer'))).status).toBe(200)
    expect((await check('Ada')).status).toBe(200)
  })

  it('do not stop a known name from being checked again', async () => {
    await tryNames('Ada', 'Bea', 'Cleo')
    const { body } = await check('Dora')
    expect((await check('Emma')).status).toBe(409)
    expect((await on(recheck, body.id, analyst)).status).toBe(200)
  })

  it('are unlimited when an admin turned the limit off', async () => {
    await limitsSetting.save({ ...DEFAULT_LIMITS, names: { warnFrom: null, secondFrom: null } })
    await tryNames(...FOUR, 'Emma', 'Fee')
    await db().setting.delete({ where: { key: limitsSetting.key } })
  })
})

describe('a held name', () => {
  async function held(): Promise<string> {
    await tryNames(...FOUR)
    return String((await check('Emma')).body.verificationId)
  }
  const entries = (id: string) =>
    db().auditEntry.findMany({ where: { action: 'verification.name_allowed', objectId: id } })

  it('is sent once a reviewer releases it, and the next one is held again', async () => {
    const id = await held()
    const allowed = await on(allow, id, reviewer)
    expect(allowed.body).toMatchObject({ nameAllowed: { by: { id: reviewer.id } } })
    expect((await on(allow, id, reviewer)).status).toBe(200)
    expect(await entries(id)).toMatchObject([{ actorId: reviewer.id, details: {} }])
    expect(await tell('emma')).toEqual({ names: 5, level: 'allowed' })
    expect((await on(recheck, id, analyst)).status).toBe(200)
    expect((await check('Fee')).status).toBe(409)
  })

  it('is listed for its requester and for reviewers, until one of them releases it', async () => {
    const id = await held()
    const listed = async ({ id: person }: Person, ...roles: Role[]) =>
      (await listHeldNames({ id: person, roles })).map((check) => check.id)
    expect(await listed(analyst, 'analyst')).toEqual([id])
    expect((await listed(reviewer, 'reviewer')).at(0)).toBe(id)
    expect(await listed(analyst, 'analyst', 'reviewer')).not.toContain(id)
    await on(allow, id, reviewer)
    expect(await listed(analyst, 'analyst')).toEqual([])
    expect(await listed(reviewer, 'reviewer')).not.toContain(id)
  })

  it('is no longer listed after a day, or once it is erased', async () => {
    const listed = async () =>
      (await listHeldNames({ id: analyst.id, roles: ['analyst'] })).map(({ id }) => id)
    const [id, other] = [await held(), String((await check('Fee')).body.verificationId)]
    expect(await listed()).toEqual([other, id])
    await db()
      .$executeRaw`update verifications set created_at = now() - interval '25 hours' where id = ${id}::uuid`
    expect(await listed()).toEqual([other])
    await db().verification.update({
      where: { id: other },
      data: { iban: '', name: '', nameSearch: '', purgedAt: new Date() },
    })
    expect(await listed()).toEqual([])
  })

  it('is not released by its requester, by analysts or for a check that was not held', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    analyst = both
    const id = await held()
    expect([(await on(allow, id, both)).status, (await on(allow, id, await insertPerson())).status]).toEqual([
      403, 403,
    ])
    const sent = await db().verification.findFirstOrThrow({ where: { iban, name: 'Ada' } })
    expect((await on(allow, sent.id, reviewer)).body.code).toBe('not_held_back')
    const past = (verificationId: string, allowedById: string) =>
      db().allowedName.create({ data: { verificationId, allowedById } })
    await expect(past(id, both.id)).rejects.toThrow('another person')
    await expect(past(sent.id, reviewer.id)).rejects.toThrow('another person')
    expect(await entries(id)).toEqual([])
  })

  it('is not released by the person who ran the first check, when a colleague has repeated it', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    const colleague = await insertPerson('analyst', 'reviewer')
    analyst = both
    const first = await held()
    const again = String((await on(recheck, first, colleague)).body.verificationId)
    expect(again).not.toBe(first)
    expect((await on(allow, again, both)).body.code).toBe('four_eyes')
    const listed = await listHeldNames({ id: both.id, roles: ['reviewer'] })
    expect(listed.map((check) => check.id)).not.toContain(again)
    await expect(
      db().allowedName.create({ data: { verificationId: again, allowedById: both.id } }),
    ).rejects.toThrow('another person')
    expect((await on(allow, again, reviewer)).status).toBe(200)
  })

  it('stays released for a day', async () => {
    const id = await held()
    await on(allow, id, reviewer)
    await db().$executeRaw`update allowed_names set allowed_at = now() - interval '25 hours'`
    expect((await on(recheck, id, analyst)).status).toBe(409)
  })
})

it('is counted in a report with how many names a person checked on how many IBANs, without a name or an IBAN', async () => {
  await tryNames(...FOUR)
  await check('Emma')
  await check('Fee', { environment: 'sandbox', sandboxResult: 'match' })
  const admin = await insertPerson('admin')
  const { body } = await callRoute(report, 'GET', '/api/admin/limits/tried-names', { as: admin })
  const mine = (body.items as { person: { id: string } }[]).find(({ person }) => person.id === analyst.id)
  expect(mine).toMatchObject({ accounts: 1, names: 4, most: 4, heldBack: 1 })
  expect(JSON.stringify(body)).not.toMatch(/Ada|Emma|DE\d\d/)
})

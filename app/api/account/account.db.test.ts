import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { POST as prove } from '@/app/api/account/confirm/route'
import { PUT as putLanguage } from '@/app/api/account/language/route'
import { PUT as putPassword } from '@/app/api/account/password/route'
import { POST as newCodes } from '@/app/api/account/recovery-codes/route'
import { GET as account } from '@/app/api/account/route'
import { POST as begin, PUT as confirm, DELETE as turnOff } from '@/app/api/account/second-factor/route'
import { DELETE as endSession } from '@/app/api/account/sessions/[id]/route'
import { DELETE as endOthers } from '@/app/api/account/sessions/route'
import { DELETE as reset } from '@/app/api/admin/users/[id]/second-factor/route'
import { PUT as policy } from '@/app/api/admin/users/policy/route'
import { GET as users } from '@/app/api/admin/users/route'
import { languagePreference } from '@/lib/auth/language.server'
import { openSession, readSession, SESSION_COOKIE } from '@/lib/auth/session.server'
import { hashCheaply } from '@/lib/auth/testing/password'
import { insertPerson } from '@/lib/auth/testing/people'
import { codeAt } from '@/lib/auth/totp'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const PASSWORD = 'purple kettle sings'
const NEXT = 'a green boat in the fog'
let person: { id: string; sid: string; cookie: string }

const cookieOf = (sid: string) => `${SESSION_COOKIE.name}=${sid}`
const another = async (id: string) => {
  const sid = await openSession(id, { device: 'Firefox, Linux' })
  return { id, sid, cookie: cookieOf(sid) }
}
const alive = async (sid: string) => (await readSession(sid, false)) !== null
type Routes = typeof account
const on = (handler: Routes, method: string, body?: object, as: { cookie: string } = person, id?: string) =>
  callRoute(handler, method, '/x', { as, body, ...(id && { params: { id } }) })

beforeEach(async () => {
  await db().$executeRaw`delete from sign_in_failures`
  await db().$executeRaw`delete from settings`
  const { id } = await db().user.create({
    data: {
      email: `${randomUUID()}@accord.test`,
      name: 'Ada',
      passwordHash: await hashCheaply(PASSWORD),
      roles: ['admin'],
    },
  })
  person = await another(id)
})

let secret = ''
/** The next TOTP code: the current one was used by the enrolment. */
const codeOf = async () => codeAt(secret, Date.now() + 30_000)

async function enrol(): Promise<void> {
  const { body } = await on(begin, 'POST', { password: PASSWORD })
  secret = String(body.secret)
  const { status } = await on(confirm, 'PUT', { code: codeAt(String(body.secret)) })
  expect(status).toBe(200)
}

/** Ten failures in a row, whose delay is over: the next one begins a delay of half a minute. */
async function nineMoreAMinuteAgo(): Promise<void> {
  await db().$executeRaw`
    insert into sign_in_failures (id, account, guesser, settled, at)
    select gen_random_uuid(), account, guesser, true, at from sign_in_failures, generate_series(1, 9)`
  await db().$executeRaw`update sign_in_failures set at = at - interval '1 minute'`
}

describe('the language', () => {
  it('is stored with the person and set in this browser, and only supported languages are accepted', async () => {
    expect(await languagePreference.read(person.id)).toBeUndefined()
    const { status, headers } = await on(putLanguage, 'PUT', { language: 'fr' })
    expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^locale=fr; Path=\/;/)])
    expect(await languagePreference.read(person.id)).toBe('fr')
    expect((await on(putLanguage, 'PUT', { language: 'de' })).status).toBe(422)
    expect(await languagePreference.read(person.id)).toBe('fr')
  })
})

describe('changing the password', () => {
  it('requires the current one, ends every other session and keeps this one', async () => {
    const other = await another(person.id)
    const refused = await on(putPassword, 'PUT', { current: 'not it', password: NEXT })
    expect([refused.status, refused.body.code]).toEqual([403, 'password_wrong'])
    expect((await on(putPassword, 'PUT', { current: PASSWORD, password: 'short' })).body.code).toBe(
      'password_short',
    )
    expect(await alive(other.sid)).toBe(true)
    expect((await on(putPassword, 'PUT', { current: PASSWORD, password: NEXT })).status).toBe(200)
    expect(await alive(other.sid)).toBe(false)
    expect((await on(account, 'GET')).status).toBe(200)
    expect((await on(putPassword, 'PUT', { current: PASSWORD, password: NEXT })).status).toBe(403)
  })

  it('accepts 12 characters while the person has a second factor, which can’t be turned off before the password is longer', async () => {
    const body = { current: PASSWORD, password: 'green boat 7' }
    expect((await on(putPassword, 'PUT', body)).body.code).toBe('password_short')
    await enrol()
    expect((await on(putPassword, 'PUT', body)).status).toBe(200)
    const off = async (password: string, code: string) =>
      (await on(turnOff, 'DELETE', { password, code })).body
    expect((await off(body.password, await codeOf())).code).toBe('password_needs_factor')
    expect((await on(putPassword, 'PUT', { current: body.password, password: NEXT })).status).toBe(200)
    await db().secondFactor.updateMany({ where: { userId: person.id }, data: { lastStep: 0 } })
    expect((await off(NEXT, await codeOf())).factor).toMatchObject({ since: null })
  })

  it('does not help guess the password: attempts count like sign-ins', async () => {
    const guess = () => on(begin, 'POST', { password: 'not it' })
    for (let n = 0; n < 6; n++) expect((await guess()).status).toBe(403)
    await db().$executeRaw`update sign_in_failures set at = at + interval '30 seconds'`
    const locked = await on(begin, 'POST', { password: PASSWORD })
    expect([locked.status, locked.body.code]).toEqual([429, 'locked'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an account of the demo', () => {
  afterEach(() => {
    env().DEMO = '0'
  })

  it('keeps its password and gets no second factor, because everybody shares it', async () => {
    await db().user.update({ where: { id: person.id }, data: { email: 'analyst@accord.test' } })
    env().DEMO = '1'
    for (const refused of [
      await on(putPassword, 'PUT', { current: PASSWORD, password: NEXT }),
      await on(begin, 'POST', { password: PASSWORD }),
      await on(confirm, 'PUT', { code: '000000' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'demo_person'])
    expect((await on(account, 'GET')).body).toMatchObject({ demo: true, factor: { since: null } })
    env().DEMO = '0'
    expect((await on(putPassword, 'PUT', { current: PASSWORD, password: NEXT })).status).toBe(200)
  })
})

describe('own sessions', () => {
  it('are listed and ended one by one, and another person’s are not found', async () => {
    await another(person.id)
    const { body } = await on(account, 'GET')
    const sessions = body.sessions as { id: string; current: boolean; device: string }[]
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const stranger = await insertPerson()
    const { body: theirs } = await on(account, 'GET', undefined, stranger)
    const [foreign] = theirs.sessions as { id: string }[]
    expect((await on(endSession, 'DELETE', undefined, person, foreign?.id)).status).toBe(404)
    const old = sessions.find(({ current }) => !current)
    const left = await on(endSession, 'DELETE', undefined, person, old?.id)
    expect(left.body.sessions).toHaveLength(1)
  })

  it('can all be ended at once, except the current one', async () => {
    const other = await another(person.id)
    expect((await on(endOthers, 'DELETE')).body).toEqual({ ended: 1 })
    expect([await alive(other.sid), (await on(account, 'GET')).status]).toEqual([false, 200])
  })
})

describe('a second factor', () => {
  it('is set up with the password, gets new recovery codes, and is turned off with a password and a code', async () => {
    expect((await on(begin, 'POST', { password: 'not it' })).status).toBe(403)
    await enrol()
    const { body: made } = await on(newCodes, 'POST', { password: PASSWORD, code: await codeOf() })
    expect(made.codes).toHaveLength(10)
    const { body: mine } = await on(account, 'GET')
    expect(mine).toMatchObject({ factor: { codesLeft: 10, required: false }, shortestPassword: 12 })
    const [code] = made.codes as string[]
    expect((await on(turnOff, 'DELETE', { password: 'not it', code })).status).toBe(403)
    const off = await on(turnOff, 'DELETE', { password: PASSWORD, code })
    expect(off.body).toMatchObject({
      factor: { since: null, codesLeft: 0, required: false },
      shortestPassword: 15,
    })
  })

  it('is moved to a new app with the password and a code, also where it is required', async () => {
    await enrol()
    const { body: made } = await on(newCodes, 'POST', { password: PASSWORD, code: await codeOf() })
    const [old, codes] = [secret, made.codes as string[]]
    await db().setting.create({ data: { key: 'auth.second_factor_roles', value: ['admin'] } })
    for (const code of [undefined, '000000']) {
      const answer = await on(begin, 'POST', { password: PASSWORD, code })
      expect([answer.status, answer.body.code]).toEqual([403, 'code_wrong'])
    }
    expect((await on(begin, 'POST', { password: 'not it', code: codes[0] })).body.code).toBe('password_wrong')
    const { body } = await on(begin, 'POST', { password: PASSWORD, code: codes[0] })
    const next = String(body.secret)
    // until the new app has proved itself, the old one and its codes stay
    expect((await on(prove, 'POST', { code: codes[1] })).status).toBe(200)
    expect((await on(confirm, 'PUT', { code: codeAt(old) })).body.code).toBe('code_wrong')
    const { sid } = await another(person.id)
    expect((await on(confirm, 'PUT', { code: codeAt(next) })).body.codes).toHaveLength(10)
    expect(await alive(sid)).toBe(false)
    await db().secondFactor.updateMany({ where: { userId: person.id }, data: { lastStep: 0 } })
    expect((await on(prove, 'POST', { code: codeAt(old) })).body.code).toBe('code_wrong')
    expect((await on(prove, 'POST', { code: codes[2] })).body.code).toBe('code_wrong')
    expect((await on(prove, 'POST', { code: codeAt(next) })).status).toBe(200)
    expect((await on(confirm, 'PUT', { code: codeAt(next) })).body.code).toBe('code_wrong')
    const actions = await db().auditEntry.findMany({
      where: { objectId: person.id, action: 'user.second_factor_replaced' },
    })
    expect(actions).toHaveLength(1)
  })

  it('is not turned off with the password alone, nor with another person’s code', async () => {
    await enrol()
    for (const [act, method] of [[turnOff, 'DELETE'] as const, [newCodes, 'POST'] as const])
      for (const code of [undefined, '', '000000', codeAt('JBSWY3DPEHPK3PXP')]) {
        const answer = await on(act, method, { password: PASSWORD, code })
        expect([answer.status, answer.body.code]).toEqual([403, 'code_wrong'])
        await db().$executeRaw`delete from sign_in_failures`
      }
    expect(await db().secondFactor.count({ where: { userId: person.id } })).toBe(1)
    expect(await db().recoveryCode.count({ where: { userId: person.id } })).toBe(10)
  })

  it('cannot be guessed with the password: each wrong code counts as an attempt', async () => {
    await enrol()
    const codes: unknown[] = []
    for (let n = 0; n < 8; n++) {
      const { status, body } = await on(turnOff, 'DELETE', { password: PASSWORD, code: `00000${n}` })
      codes.push([status, body.code])
    }
    expect(codes[0]).toEqual([403, 'code_wrong'])
    expect(codes.at(-1)).toEqual([429, 'locked'])
  })

  it('cannot be guessed between proofs of the password: with a second factor, these reset no count', async () => {
    await enrol()
    const guess = async () => (await on(turnOff, 'DELETE', { password: PASSWORD, code: '000000' })).body.code
    expect(await guess()).toBe('code_wrong')
    await nineMoreAMinuteAgo()
    expect((await on(prove, 'POST', { password: PASSWORD })).status).toBe(200)
    expect([await guess(), await guess()]).toEqual(['code_wrong', 'locked'])
  })

  it('is not confirmed by guessing the first code: a stolen session would get the recovery codes', async () => {
    const { body } = await on(begin, 'POST', { password: PASSWORD })
    const guess = async (code: string) => (await on(confirm, 'PUT', { code })).body.code
    expect(await guess('000000')).toBe('code_wrong')
    await nineMoreAMinuteAgo()
    expect(await guess('000000')).toBe('code_wrong')
    expect(await guess(codeAt(String(body.secret)))).toBe('locked')
    expect(await db().secondFactor.count({ where: { confirmedAt: { not: null }, userId: person.id } })).toBe(
      0,
    )
  })

  it('required by a role blocks everything but the account page until it is set up, and then cannot be turned off', async () => {
    expect((await on(policy, 'PUT', { roles: ['admin'], before: [] })).status).toBe(200)
    const closed = await on(users, 'GET')
    expect([closed.status, closed.body.code]).toEqual([403, 'second_factor_required'])
    expect((await on(account, 'GET')).body.factor).toMatchObject({ required: true })
    await enrol()
    expect((await on(users, 'GET')).status).toBe(200)
    expect((await on(turnOff, 'DELETE', { password: PASSWORD, code: '1' })).body.code).toBe(
      'second_factor_needed',
    )
  })

  it('is reset by an admin, which ends the person’s sessions', async () => {
    await enrol()
    const { sid } = await another(person.id)
    const admin = await insertPerson('admin')
    expect((await on(reset, 'DELETE', undefined, admin, person.id)).status).toBe(200)
    expect(await alive(sid)).toBe(false)
    expect(await db().recoveryCode.count({ where: { userId: person.id } })).toBe(0)
    const written = await db().auditEntry.findMany({
      where: { objectId: person.id },
      orderBy: { seq: 'asc' },
    })
    expect(written.map(({ action }) => action)).toEqual(['user.second_factor_on', 'user.second_factor_reset'])
  })
})

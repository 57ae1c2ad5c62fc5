import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmEnrolment, newRecoveryCodes, startEnrolment } from '@/lib/auth/second-factor.server'
import { openSession, readSession } from '@/lib/auth/session.server'
import { signInWithPassword } from '@/lib/auth/sign-in.server'
import { hashCheaply } from '@/lib/auth/testing/password'
import { codeAt } from '@/lib/auth/totp'
import { db } from '@/lib/platform/db.server'

const PASSWORD = 'purple kettle sings'
const STEP = 30_000
let person: { id: string; email: string }

beforeEach(async () => {
  await db().$executeRaw`delete from sign_in_failures`
  await db().$executeRaw`delete from settings`
  const email = `${randomUUID()}@accord.test`
  const passwordHash = await hashCheaply(PASSWORD)
  person = await db().user.create({ data: { email, name: 'Ada', passwordHash, roles: ['admin'] } })
})

const step2 = async (code?: string) =>
  (await signInWithPassword({ email: person.email, password: PASSWORD, code })).kind
async function enrol(): Promise<string> {
  const secret = (await startEnrolment(person, null))?.secret ?? ''
  await db().$transaction((tx) => confirmEnrolment(tx, person.id, codeAt(secret, Date.now() - STEP)))
  return secret
}

describe('a second factor', () => {
  it('is required once a code has confirmed it, not before', async () => {
    await startEnrolment(person, null)
    expect(await step2()).toBe('in')
    expect(await db().$transaction((tx) => confirmEnrolment(tx, person.id, '000000'))).toBeNull()
    const secret = await enrol()
    expect(await step2()).toBe('code')
    expect(await step2(codeAt(secret))).toBe('in')
  })

  it('accepts each code once', async () => {
    const secret = await enrol()
    const code = codeAt(secret, Date.now() + STEP)
    expect(await step2(` ${code.slice(0, 3)} ${code.slice(3)} `), 'as apps show it').toBe('in')
    expect(await step2(code)).toBe('code_wrong')
    expect(await step2(codeAt(secret))).toBe('code_wrong')
  })

  it("accepts a code once even when it's sent twice concurrently", async () => {
    const secret = await enrol()
    const code = codeAt(secret)
    const both = await Promise.all([step2(code), step2(code)])
    expect(both.sort()).toEqual(['code_wrong', 'in'])
  })

  it("counts wrong codes like wrong passwords, and a correct password in between doesn't reset the count", async () => {
    const secret = await enrol()
    const seen = []
    for (let n = 0; n < 6; n++) seen.push(await step2('000000'), await step2())
    expect(seen.filter((kind) => kind === 'code_wrong').length).toBeLessThanOrEqual(6)
    await db().$executeRaw`update sign_in_failures set at = at + interval '30 seconds'`
    expect(await step2(codeAt(secret))).toBe('locked')
  })

  it("doesn't reveal itself after a wrong password", async () => {
    const secret = await enrol()
    const answer = await signInWithPassword({
      email: person.email,
      password: 'a wrong guess',
      code: codeAt(secret),
    })
    expect(answer.kind).toBe('wrong')
  })

  it("can't be replaced without proof of the one that the person has now", async () => {
    const secret = await enrol()
    expect(await startEnrolment(person, null)).toBeNull()
    expect(await startEnrolment(person, new Date(0))).toBeNull()
    expect(await step2(codeAt(secret))).toBe('in')
  })

  it('is stored encrypted', async () => {
    const secret = await enrol()
    const [row] = await db().$queryRaw<{ text: string }[]>`
      select encode(secret_cipher, 'escape') as text from second_factors where user_id = ${person.id}::uuid`
    expect(row?.text.length).toBeGreaterThan(40)
    expect(row?.text).not.toContain(secret)
  })
})

describe('recovery codes', () => {
  it('work once each, in any spelling, and only their hashes are stored', async () => {
    await enrol()
    const codes = await db().$transaction((tx) => newRecoveryCodes(tx, person.id))
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code.replaceAll('-', '')).toMatch(/^[a-z2-7]{26,}$/)
    const [first = '', second = ''] = codes
    expect(await step2(first)).toBe('in')
    expect(await step2(first)).toBe('code_wrong')
    expect(await step2(second.toUpperCase().replaceAll('-', ' '))).toBe('in')
    expect(await db().recoveryCode.count({ where: { userId: person.id, usedAt: null } })).toBe(8)
  })

  it("of another person don't work", async () => {
    await enrol()
    const other = await db().user.create({
      data: { email: `${randomUUID()}@accord.test`, name: 'B', roles: [] },
    })
    const [code] = await db().$transaction((tx) => newRecoveryCodes(tx, other.id))
    expect(await step2(code)).toBe('code_wrong')
  })
})

describe('a role that requires a second factor', () => {
  it("marks sessions without one, from the next request on, until it's enrolled", async () => {
    const sid = await openSession(person.id)
    const mustEnrol = async () => {
      const actor = await readSession(sid, false)
      return actor && (actor.mustEnrol ?? false)
    }
    expect(await mustEnrol()).toBe(false)
    await db().setting.create({ data: { key: 'auth.second_factor_roles', value: ['admin'] } })
    expect(await mustEnrol()).toBe(true)
    await enrol()
    expect(await mustEnrol()).toBe(false)
  })
})

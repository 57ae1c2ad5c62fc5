import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '@/lib/auth/password.server'
import { signIn } from '@/lib/auth/sign-in.server'
import { db } from '@/lib/platform/db.server'

const PASSWORD = 'a long and honest sentence'
const EMAIL = 'ada@accord.test'

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD)
  await db().user.createMany({
    data: [
      { email: EMAIL, name: 'Ada', passwordHash, roles: ['analyst'] },
      { email: 'gone@accord.test', name: 'Gone', passwordHash, roles: [], disabledAt: new Date() },
      { email: 'invited@accord.test', name: 'Invited', roles: ['analyst'] },
    ],
  })
})
beforeEach(() => db().$executeRaw`delete from sign_in_failures`)
afterAll(() => db().$disconnect())

const wrong = (email = EMAIL, address?: string) => signIn({ email, password: 'a wrong guess', address })
const right = () => signIn({ email: EMAIL, password: PASSWORD })
const kinds = async (times: number, guess: () => ReturnType<typeof signIn>) => {
  const seen: string[] = []
  for (let n = 0; n < times; n++) seen.push((await guess()).kind)
  return seen
}
/** As if everything so far had happened earlier. */
const age = (seconds: number) =>
  db().$executeRaw`update sign_in_failures set at = at - make_interval(secs => ${seconds})`

describe('signing in', () => {
  it('takes the address in any capitals and the password in any Unicode form', async () => {
    const passwordHash = await hashPassword('motdepasse-secret-é')
    await db().user.create({ data: { email: 'nfd@accord.test', name: 'N', passwordHash, roles: [] } })
    const given = { email: ' NFD@Accord.Test ', password: 'motdepasse-secret-e\u0301' }
    expect((await signIn(given)).kind).toBe('in')
  })

  it('answers an unknown, a disabled and an invited person like a wrong password', async () => {
    for (const email of [
      'nobody@accord.test',
      'gone@accord.test',
      'invited@accord.test',
      'a\0b',
      'x'.repeat(400),
    ])
      expect(await signIn({ email, password: PASSWORD })).toEqual({ kind: 'wrong' })
    expect(await wrong()).toEqual({ kind: 'wrong' })
  })
})

describe('guessing', () => {
  it.each([EMAIL, 'nobody@accord.test', 'gone@accord.test'])(
    'is slowed after six wrong passwords for %s, known or not',
    async (email) => {
      expect(await kinds(6, () => wrong(email))).toEqual(Array(6).fill('wrong'))
      await age(-30)
      expect((await wrong(email)).kind).toBe('locked')
    },
  )

  it('is refused with the right password too while the account rests, and a guess that was refused does not count', async () => {
    await kinds(6, () => wrong())
    await age(-30)
    const locked = await right()
    expect(locked.kind === 'locked' && locked.until.getTime()).toBeGreaterThan(Date.now() - 100)
    expect(await db().signInFailure.count()).toBe(6)
    await age(32)
    expect((await right()).kind).toBe('in')
  })

  it('makes a person wait 15 minutes at most, after however many failures', async () => {
    await wrong()
    await db().$executeRaw`
      insert into sign_in_failures (id, account, at, settled)
      select gen_random_uuid(), account, now() - interval '1 hour', true from sign_in_failures, generate_series(1, 99)`
    const locked = await right()
    expect(locked.kind === 'locked' && locked.until.getTime() - Date.now()).toBeLessThanOrEqual(900_000)
    await age(901)
    expect((await right()).kind).toBe('in')
  })

  it('starts again from nothing after a success', async () => {
    await kinds(5, () => wrong())
    expect((await right()).kind).toBe('in')
    expect(await kinds(6, () => wrong())).toEqual(Array(6).fill('wrong'))
  })

  it('with forty tries at once gets no more of them evaluated', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => wrong()))
    expect(all.filter(({ kind }) => kind === 'wrong').length).toBeLessThanOrEqual(8)
  })

  it('does not slow down many right sign-ins at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, right))
    expect(all.map(({ kind }) => kind)).toEqual(Array(12).fill('in'))
  })

  it('of many accounts from one address stops at 30 a minute, for that address only', async () => {
    await wrong(EMAIL, '192.0.2.1')
    await db().$executeRaw`
      insert into sign_in_failures (id, account, address, settled)
      select gen_random_uuid(), decode(md5(n::text), 'hex'), '192.0.2.1', true from generate_series(1, 29) n`
    expect((await wrong('somebody@accord.test', '192.0.2.1')).kind).toBe('locked')
    expect((await wrong('somebody@accord.test', '192.0.2.2')).kind).toBe('wrong')
  })

  it('from everywhere stops at 300 a minute', async () => {
    await db().$executeRaw`
      insert into sign_in_failures (id, account, address, settled)
      select gen_random_uuid(), decode(md5(n::text), 'hex'), '192.0.2.' || n, true from generate_series(1, 300) n`
    expect((await right()).kind).toBe('locked')
    await age(61)
    expect((await right()).kind).toBe('in')
  })
})

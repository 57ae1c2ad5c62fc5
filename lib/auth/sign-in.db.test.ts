import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '@/lib/auth/password.server'
import { signInWithPassword } from '@/lib/auth/sign-in.server'
import { hashCheaply } from '@/lib/auth/testing/password'
import { passwordQueue } from '@/lib/auth/throttle.server'
import { db } from '@/lib/platform/db.server'

const PASSWORD = 'a long and honest sentence'
const EMAIL = 'ada@accord.test'

const passwordHash = await hashCheaply(PASSWORD)
await db().user.createMany({
  data: [
    { email: EMAIL, name: 'Ada', passwordHash, roles: ['analyst'] },
    { email: 'gone@accord.test', name: 'Gone', passwordHash, roles: [], disabledAt: new Date() },
    { email: 'invited@accord.test', name: 'Invited', roles: ['analyst'] },
  ],
})
beforeEach(() => db().$executeRaw`delete from sign_in_failures`)

const wrong = (email = EMAIL, address?: string) =>
  signInWithPassword({ email, password: 'a wrong guess', address })
const right = () => signInWithPassword({ email: EMAIL, password: PASSWORD })
const kinds = async (times: number, guess: () => ReturnType<typeof signInWithPassword>) => {
  const seen: string[] = []
  for (let n = 0; n < times; n++) seen.push((await guess()).kind)
  return seen
}
/** Moves all failures so far into the past. */
const age = (seconds: number) =>
  db().$executeRaw`update sign_in_failures set at = at - make_interval(secs => ${seconds})`

describe('signing in', () => {
  it('accepts the address in any case and the password in any Unicode form', async () => {
    const passwordHash = await hashPassword('motdepasse-secret-é')
    await db().user.create({ data: { email: 'nfd@accord.test', name: 'N', passwordHash, roles: [] } })
    const given = { email: ' NFD@Accord.Test ', password: 'motdepasse-secret-e\u0301' }
    expect((await signInWithPassword(given)).kind).toBe('in')
  })

  it('answers an unknown, a disabled and an invited person like a wrong password', async () => {
    for (const email of [
      'nobody@accord.test',
      'gone@accord.test',
      'invited@accord.test',
      'a\0b',
      'x'.repeat(400),
    ])
      expect(await signInWithPassword({ email, password: PASSWORD })).toEqual({ kind: 'wrong' })
    expect(await wrong()).toEqual({ kind: 'wrong' })
  })
})

describe('password guessing', () => {
  it.each([EMAIL, 'nobody@accord.test', 'gone@accord.test'])(
    'is slowed down after six wrong passwords for %s, known or not',
    async (email) => {
      expect(await kinds(6, () => wrong(email))).toEqual(Array(6).fill('wrong'))
      await age(-30)
      expect((await wrong(email)).kind).toBe('locked')
    },
  )

  it("is refused even with the correct password during the delay, and a refused guess doesn't count", async () => {
    await kinds(6, () => wrong())
    await age(-30)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    const locked = await right().finally(() => vi.useRealTimers())
    expect(locked).toMatchObject({ kind: 'locked', seconds: expect.toSatisfy((n) => n > 0 && n < 60) })
    expect(await db().signInFailure.count()).toBe(6)
    await age(32)
    expect((await right()).kind).toBe('in')
  })

  it('delays a person by at most 15 minutes, however many failures there were', async () => {
    await wrong()
    await db().$executeRaw`
      insert into sign_in_failures (id, account, at, settled)
      select gen_random_uuid(), account, now() - interval '1 hour', true from sign_in_failures, generate_series(1, 99)`
    const locked = await right()
    expect(locked.kind === 'locked' && locked.seconds).toBeLessThanOrEqual(900)
    await age(901)
    expect((await right()).kind).toBe('in')
  })

  it('is forgotten after a successful sign-in', async () => {
    await kinds(5, () => wrong())
    expect((await right()).kind).toBe('in')
    expect(await kinds(6, () => wrong())).toEqual(Array(6).fill('wrong'))
  })

  it('with forty concurrent guesses gets no more of them evaluated', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => wrong()))
    expect(all.filter(({ kind }) => kind === 'wrong').length).toBeLessThanOrEqual(8)
  })

  it("protection doesn't slow down many concurrent correct sign-ins", async () => {
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

  it.each([
    ['an address', '192.0.2.1', (_n: number) => '192.0.2.1'],
    ['a network of IPv6', '2001:db8:0:0::/64', (n: number) => `2001:db8::${n + 1}`],
  ])('of many accounts at once from %s gets no more than its 30', async (_what, network, address) => {
    await db().$executeRaw`
      insert into sign_in_failures (id, account, address, settled)
      select gen_random_uuid(), decode(md5(n::text), 'hex'), ${network}, true from generate_series(1, 27) n`
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => wrong(`${n}@accord.test`, address(n))))
    expect(all.filter(({ kind }) => kind === 'wrong')).toHaveLength(3)
  })

  it('meets a bounded queue, and known browsers go before it', async () => {
    const { promise: open, resolve: goOn } = Promise.withResolvers<void>()
    const stranger = () => passwordQueue(undefined).pass(() => open)
    const standing = Array.from({ length: 1_000 }, stranger)
    const turnedAway = await wrong('one-more@accord.test')
    expect(turnedAway).toEqual({ kind: 'locked', seconds: 5 })
    expect((await signInWithPassword({ email: EMAIL, password: PASSWORD, browserId: 'b' })).kind).toBe('in')
    goOn()
    expect((await Promise.all(standing)).filter((done) => done !== null)).toHaveLength(52)
    expect(await db().signInFailure.count()).toBe(0)
  })
})

describe('300 guesses a minute from many networks', () => {
  beforeEach(
    () => db().$executeRaw`
      insert into sign_in_failures (id, account, address, settled)
      select gen_random_uuid(), decode(md5(n::text), 'hex'), '192.0.2.' || n, true from generate_series(1, 300) n`,
  )

  it("keep nobody out whose own account isn't guessed at", async () => {
    expect((await right()).kind).toBe('in')
    expect((await wrong()).kind).toBe('wrong')
  })

  it('slow down a guessed account from its first failure on, and only for seconds', async () => {
    await wrong()
    const locked = await right()
    expect(locked.kind === 'locked' && locked.seconds).toBeLessThanOrEqual(1)
    await db().$executeRaw`update sign_in_failures set at = at - interval '2 seconds' where address is null`
    expect((await right()).kind).toBe('in')
  })
})

describe('a browser in which the person has signed in before', () => {
  const id = 'b'.repeat(22)
  const known = (password = PASSWORD) =>
    signInWithPassword({ email: EMAIL, password, address: '192.0.2.1', browserId: id })
  const failed = (failedSignIns: number) =>
    db().user.update({ where: { email: EMAIL }, data: { failedSignIns } })
  const failures = async () => (await db().user.findUniqueOrThrow({ where: { email: EMAIL } })).failedSignIns

  it('lets the person in while strangers guess at the account and from the address', async () => {
    await wrong()
    await db().$executeRaw`
      insert into sign_in_failures (id, account, settled)
      select gen_random_uuid(), account, true from sign_in_failures, generate_series(1, 5)`
    await age(-30)
    await db().$executeRaw`
      insert into sign_in_failures (id, account, address, settled)
      select gen_random_uuid(), decode(md5(n::text), 'hex'), '192.0.2.1', true from generate_series(1, 30) n`
    expect((await right()).kind).toBe('locked')
    expect((await known()).kind).toBe('in')
    expect((await right()).kind, 'what strangers did stays counted').toBe('locked')
  })

  it('has a counter of its own, and is slowed down by that alone', async () => {
    expect((await known('a wrong guess')).kind).toBe('wrong')
    await db().$executeRaw`
      insert into sign_in_failures (id, account, guesser, settled)
      select gen_random_uuid(), account, guesser, true from sign_in_failures, generate_series(1, 5)`
    await age(-30)
    expect((await known()).kind).toBe('locked')
    expect((await right()).kind).toBe('in')
    expect((await known()).kind, 'who signs in elsewhere clears only their own').toBe('locked')
  })

  it('still works after guessing from elsewhere has blocked the password for everyone else', async () => {
    await failed(99)
    await wrong()
    await wrong()
    expect([await failures(), (await right()).kind, (await known()).kind]).toEqual([100, 'wrong', 'in'])
    expect((await right()).kind).toBe('wrong')
    await failed(0)
  })

  it('is blocked too after another hundred failures', async () => {
    await failed(199)
    expect([(await known()).kind, await failures()]).toEqual(['in', 100])
    await failed(199)
    expect([(await known('a wrong guess')).kind, (await known()).kind]).toEqual(['wrong', 'wrong'])
    await failed(0)
  })
})

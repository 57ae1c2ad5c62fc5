import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endSessions } from '@/lib/auth/end-access.server'
import { factorSetting } from '@/lib/auth/second-factor.server'
import { openSession, SESSION_COOKIE } from '@/lib/auth/session.server'
import { download } from '@/lib/http/download.server'
import { defineRoute } from '@/lib/http/route.server'
import { hashSecret, makeSecret } from '@/lib/keys/secret.server'
import { db } from '@/lib/platform/db.server'

let person: string
let ended: boolean

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  const data = { email: `${crypto.randomUUID()}@accord.test`, name: 'Ada', passwordHash: 'x' }
  const { id } = await db().user.create({ data: { ...data, roles: ['analyst', 'admin'] } })
  person = id
  ended = false
})
afterEach(() => void vi.useRealTimers())

async function* pages() {
  try {
    for (let page = 1; ; page++) yield `page ${page}\n`
  } finally {
    ended = true
  }
}
const route = defineRoute({
  recorded: true,
  byKey: { scope: 'exports:read', summary: 'Everything.' },
  handle: async ({ actor }) =>
    download(actor, async () => ({ name: 'all.csv', type: 'text/csv', pieces: pages() })),
})
/** A started download, read page by page with more than a second in between. */
async function startDownload(headers: Record<string, string>) {
  const all = { host: '127.0.0.1:3000', ...headers }
  const answer = await route(new NextRequest('http://127.0.0.1:3000/api/x', { headers: all }), {
    params: Promise.resolve({}),
  })
  const reader = answer.body?.getReader()
  return async () => {
    vi.advanceTimersByTime(1_500)
    return new TextDecoder().decode((await reader?.read())?.value)
  }
}
const bySession = async () => startDownload({ cookie: `${SESSION_COOKIE.name}=${await openSession(person)}` })
async function byKey() {
  const secret = makeSecret()
  const key = { ownerId: person, name: 'k', secretHash: hashSecret(secret), lastFour: 'abcd' }
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db().apiKey.create({ data: { ...key, scopes: ['exports:read'], expiresAt } })
  return startDownload({ authorization: `Bearer ${secret}` })
}
/** One page may have been prefetched. */
async function expectAborted(read: () => Promise<string>): Promise<void> {
  await expect((async () => [await read(), await read(), await read()])()).rejects.toThrow(
    'no longer has access',
  )
  expect(ended).toBe(true)
}

it('a download continues while its requester is still authorised', async () => {
  for (const read of [await bySession(), await byKey()])
    expect([await read(), await read(), await read()]).toEqual(['page 1\n', 'page 2\n', 'page 3\n'])
})

it('a download is aborted as soon where the clock of the host jumps back', async () => {
  const read = await bySession()
  await db().$transaction((tx) => endSessions(tx, person))
  await expectAborted(() => {
    vi.setSystemTime(Date.now() - 3_600_000)
    return read()
  })
})

it('a HEAD request starts no download and takes no slot, however many there are', async () => {
  const cookie = `${SESSION_COOKIE.name}=${await openSession(person)}`
  for (let n = 0; n < 7; n++) {
    const request = new NextRequest('http://127.0.0.1:3000/api/x', {
      method: 'HEAD',
      headers: { host: '127.0.0.1:3000', cookie },
    })
    const answer = await route(request, { params: Promise.resolve({}) })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  }
})

it('a download that was long in the making is aborted when the session ended meanwhile', async () => {
  const slow = defineRoute({
    handle: async ({ actor }) =>
      download(actor, async () => {
        vi.advanceTimersByTime(1_500)
        await db().$transaction((tx) => endSessions(tx, person))
        return { name: 'all.csv', type: 'text/csv', pieces: pages() }
      }),
  })
  const headers = { host: '127.0.0.1:3000', cookie: `${SESSION_COOKIE.name}=${await openSession(person)}` }
  const answer = await slow(new NextRequest('http://127.0.0.1:3000/api/x', { headers }), {
    params: Promise.resolve({}),
  })
  await expect(answer.body?.getReader().read()).rejects.toThrow('no longer has access')
})

it.each<[string, () => Promise<unknown>]>([
  ['the session ends', () => db().$transaction((tx) => endSessions(tx, person))],
  [
    'the person is deactivated',
    () => db().$executeRaw`update users set disabled_at = now() where id = ${person}::uuid`,
  ],
  [
    'a role is taken away',
    () => db().$executeRaw`update users set roles = '{admin}' where id = ${person}::uuid`,
  ],
])('a download is aborted when %s, and the client can tell', async (_, act) => {
  const read = await bySession()
  expect(await read()).toBe('page 1\n')
  await act()
  await expectAborted(read)
})

it.each<[string, () => Promise<unknown>]>([
  [
    'the key is revoked',
    () => db().$executeRaw`update api_keys set revoked_at = now() where owner_id = ${person}::uuid`,
  ],
  [
    'its owner is deactivated',
    () => db().$executeRaw`update users set disabled_at = now() where id = ${person}::uuid`,
  ],
  [
    'its owner loses a role',
    () => db().$executeRaw`update users set roles = '{admin}' where id = ${person}::uuid`,
  ],
  ['its owner must enrol a second factor', () => factorSetting.save(['analyst'])],
])('a download by API key is aborted when %s', async (_, act) => {
  const read = await byKey()
  expect(await read()).toBe('page 1\n')
  await act()
  await expectAborted(read)
})

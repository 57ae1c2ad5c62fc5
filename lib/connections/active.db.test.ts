import { beforeAll, beforeEach, expect, it } from 'vitest'
import { activeConnection, connectionById, seedConnection } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

const FIRST = { baseUrl: 'https://first.example/api-v1', clientId: 'one', secret: 'first-secret-of-tests' }
const OTHER = { baseUrl: 'https://other.example/api-v1', clientId: 'two', secret: 'other-secret-of-tests' }
let first: string

type Given = typeof FIRST
/** Starts with these settings, in several processes at once. */
async function startWith({ baseUrl, clientId, secret }: Given): Promise<void> {
  Object.assign(env(), {
    VERIFICATION_BASE_URL: `${baseUrl}/`,
    VERIFICATION_CLIENT_ID: clientId,
    VERIFICATION_CLIENT_SECRET: secret,
  })
  await Promise.all([seedConnection(), seedConnection(), seedConnection()])
}
const given = async (id: string): Promise<Given | undefined> => {
  const row = await connectionById(id)
  return row ? { baseUrl: row.baseUrl, clientId: row.clientId, secret: row.secret() } : undefined
}
const inUse = async () => given((await activeConnection())?.id ?? '')

beforeAll(() => db().user.create({ data: { email: 'ada@accord.test', name: 'Ada', roles: ['admin'] } }))
beforeEach(async () => {
  await db().connection.deleteMany()
  await startWith(FIRST)
  first = (await activeConnection())?.id ?? ''
})

it('another secret in the settings replaces the old one of the same connection', async () => {
  await startWith({ ...FIRST, secret: OTHER.secret })
  expect([await db().connection.count(), await given(first)]).toEqual([1, { ...FIRST, secret: OTHER.secret }])
})

it.each([
  ['address', { ...FIRST, baseUrl: OTHER.baseUrl }],
  ['client ID', { ...FIRST, clientId: OTHER.clientId }],
  ['provider', OTHER],
])(
  'another %s in the settings makes one other connection, and what was sent keeps its own',
  async (_what, other) => {
    await startWith(other)
    await startWith(other)
    expect([await inUse(), await given(first), await db().connection.count()]).toEqual([other, FIRST, 2])
  },
)

it('settings that come back use their connection again, with the secret that a person gave it', async () => {
  await startWith(OTHER)
  await startWith({ ...FIRST, secret: 'third-secret-of-tests' })
  expect(await activeConnection()).toMatchObject({ id: first })
  expect([(await inUse())?.secret, await db().connection.count()]).toEqual(['third-secret-of-tests', 2])
  await startWith(OTHER)
  const { id: secretSetById } = await db().user.findFirstOrThrow()
  await db().connection.update({ where: { id: first }, data: { secretSetById } })
  await startWith(FIRST)
  expect(await inUse()).toEqual({ ...FIRST, secret: 'third-secret-of-tests' })
  await startWith(OTHER)
  expect(await activeConnection()).toMatchObject({ id: first })
})

it('another port of this machine is the same connection: the embedded service has moved', async () => {
  const at = (port: number) => ({ ...FIRST, baseUrl: `http://127.0.0.1:${port}/api-v1` })
  await startWith(at(4010))
  const here = (await activeConnection())?.id ?? ''
  await startWith(at(4011))
  expect([await given(here), await db().connection.count()]).toEqual([at(4011), 2])
})

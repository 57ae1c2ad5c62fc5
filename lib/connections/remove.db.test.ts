import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import {
  activeConnection,
  connectionById,
  lockActiveConnection,
  secretColumns,
  seedConnection,
} from '@/lib/connections/active.server'
import { createConnection, replaceSecret, restoreSecret } from '@/lib/connections/change.server'
import { listConnections } from '@/lib/connections/queries.server'
import { activateConnection, removeConnection } from '@/lib/connections/remove.server'
import { testConnection } from '@/lib/connections/test.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { actsWaiting, signedOutWaiting } from '@/lib/platform/testing/locks'
import { claimAttempt } from '@/lib/upstream/attempts.server'
import { postSandbox, postSingle } from '@/lib/upstream/client.server'
import { checkPayload } from '@/lib/upstream/contract'
import { sendInTime } from '@/lib/upstream/testing/requests'
import { getAccessToken, type NoToken, type Token } from '@/lib/upstream/token.server'
import { type RequestHandler, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const CHECK = { iban: 'FR7630006000011234567890189', name: 'A B' }
const system = { kind: 'system' } as const
const provider = await startProvider()
Object.assign(process.env, {
  VERIFICATION_BASE_URL: provider.baseUrl,
  VERIFICATION_CLIENT_ID: 'client',
  VERIFICATION_CLIENT_SECRET: 'first-secret-of-tests-1111',
  CONNECTION_ALLOW: 'https://provider.invalid',
})
let by = { ...(await insertPerson('admin')), auditActor: system }
await seedConnection()
const first = (await activeConnection())?.id ?? ''
const input = { name: 'Second', baseUrl: provider.baseUrl, clientId: 'other', secret: 'second-secret-2222' }
const { id: second } = await createConnection(input, by)
const THIRD = { name: 'Third', clientId: 'third', secret: 'third-secret-3333' }
const idleConnection = async () => {
  const id = randomUUID()
  const data = { id, name: THIRD.name, baseUrl: provider.baseUrl, clientId: THIRD.clientId, active: false }
  await db().connection.create({ data: { ...data, ...secretColumns(id, THIRD.secret) } })
  return id
}
/** The provider limits token requests: clears that wait for the test. */
const noTurns = () => db().$executeRaw`update connections set token_requested_at = null, token_until = null`
/** Runs when the provider is next asked for a token, before it gives one. */
const duringTest = (run: () => Promise<unknown>) =>
  provider.next(TOKEN, async (_hit, response) => {
    await run()
    send(response, 200, { access_token: 'any', token_type: 'Bearer', expires_in: 3_600 })
  })
beforeEach(() => noTurns())

describe('two connections', () => {
  /** The connections that the audit log says were activated. */
  const activations = async () =>
    (await db().auditEntry.findMany({ where: { action: 'connection.activated' } })).map(
      ({ objectId }) => objectId,
    )

  it('are active one at a time, and the other one is tested before it takes over', async () => {
    expect((await activeConnection())?.id).toBe(second)
    expect((await activateConnection(first, by)).active).toBe(true)
    expect((await activeConnection())?.id).toBe(first)
    expect(await activations()).toEqual([first])
    const refuse: RequestHandler = (_hit, response) =>
      send(response, 401, { code: 'invalid_client', message: 'no' })
    provider.next(TOKEN, refuse)
    await expect(activateConnection(second, by)).rejects.toMatchObject({
      status: 422,
      code: 'secret_refused',
    })
    provider.reset()
    expect((await activeConnection())?.id).toBe(first)
    expect(await activations()).toEqual([first])
    await expect(activateConnection(randomUUID(), by)).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    ['that exists', async () => activateConnection(await idleConnection(), by)],
    ['with a new secret', async () => replaceSecret(await idleConnection(), 'fourth-secret', by)],
  ])('are left as they are when one %s is deleted during the test of its credentials', async (_, use) => {
    const before = (await activeConnection())?.id
    duringTest(async () => {
      const { id } = await db().connection.findFirstOrThrow({ where: { name: THIRD.name } })
      await removeConnection(id, THIRD.name, by)
    })
    await expect(use()).rejects.toMatchObject({ status: 404 })
    expect((await activeConnection())?.id).toBe(before)
  })

  it('are left as they are when one is deleted while it waits to have its credentials tested', async () => {
    const id = await idleConnection()
    const use = [() => activateConnection(id, by)]
    expect(await actsWaiting((tx) => tx.connection.delete({ where: { id } }), use)).toEqual(['not_found'])
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['that exists', (id) => activateConnection(id, by)],
    ['with a new secret', (id) => replaceSecret(id, 'fourth-secret', by)],
    ['that is new', () => createConnection({ ...THIRD, name: 'New', baseUrl: provider.baseUrl }, by)],
  ])('are left as they are when an admin who uses one %s loses access during its test', async (_, use) => {
    const id = await idleConnection()
    const all = () => {
      const select = { id: true, active: true, secretCipher: true } as const
      return db().connection.findMany({ select, orderBy: { id: 'asc' } })
    }
    const before = await all()
    const lose = [
      () => db().user.update({ where: { id: by.actor.id }, data: { roles: ['analyst'] } }),
      () => db().session.update({ where: { id: by.actor.sessionId }, data: { revokedAt: new Date() } }),
    ]
    for (const loss of lose) {
      duringTest(loss)
      await expect(use(id)).rejects.toMatchObject({ status: 401, code: 'session_required' })
      expect(await all()).toEqual(before)
      await db().user.update({ where: { id: by.actor.id }, data: { roles: ['admin'] } })
      await noTurns()
    }
    await db().session.update({ where: { id: by.actor.sessionId }, data: { revokedAt: null } })
    await db().connection.delete({ where: { id } })
  })

  const lockActive = (tx: Tx) => lockActiveConnection(tx)
  const lockRows = (tx: Tx) => tx.$executeRaw`select from connections for update`
  it.each<[string, (tx: Tx) => Promise<unknown>, (id: string) => Promise<unknown>]>([
    ['uses another one', lockActive, (id) => activateConnection(id, by)],
    [
      'adds one',
      lockActive,
      () => createConnection({ ...THIRD, name: 'New', baseUrl: provider.baseUrl }, by),
    ],
    ['deletes one', lockActive, (id) => removeConnection(id, THIRD.name, by)],
    ['replaces a secret', lockRows, (id) => replaceSecret(id, 'fourth-secret', by)],
    ['restores a secret', lockRows, (id) => restoreSecret(id, by)],
  ])(
    'are left as they are when an admin who %s is signed out while a change of them ends',
    async (_, lock, act) => {
      const id = await idleConnection()
      await replaceSecret(id, 'other-secret', by)
      await noTurns()
      const all = () => db().connection.findMany({ omit: { tokenRequestedAt: true }, orderBy: { id: 'asc' } })
      const before = await all()
      expect(await signedOutWaiting(by, lock, () => act(id))).toBe('session_required')
      expect(await all()).toEqual(before)
      by = { ...(await insertPerson('admin')), auditActor: system }
      await db().connection.delete({ where: { id } })
    },
  )

  it('show what is added only when its credentials work, and use the token of its test', async () => {
    const before = (await activeConnection())?.id ?? ''
    const known = await db().connection.count()
    let shown = 0
    duringTest(async () => {
      shown = await db().connection.count()
    })
    const { id } = await createConnection({ ...THIRD, baseUrl: provider.baseUrl }, by)
    expect(shown).toBe(known)
    const connection = await connectionById(id)
    if (!connection) throw new Error('no connection')
    expect(await getAccessToken(connection)).toMatchObject({ kind: 'token', token: 'any' })
    await activateConnection(before, by)
    await db().connection.delete({ where: { id } })
  })

  it('that are added at the same time both remain, and one of them is active', async () => {
    const add = (name: string) => createConnection({ ...THIRD, name, baseUrl: provider.baseUrl }, by)
    const before = (await activeConnection())?.id ?? ''
    let adding: Promise<unknown>[] = []
    await db().$transaction(
      async (tx) => {
        await tx.$executeRaw`select from connections where active for update`
        adding = [add('Fourth'), add('Fifth')]
        await vi.waitFor(async () => {
          const [row] = await db().$queryRaw<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`
          expect(row?.waiting).toBe(2)
        }, 10_000)
      },
      { timeout: 15_000 },
    )
    await Promise.all(adding)
    expect(await db().connection.count({ where: { active: true } })).toBe(1)
    await activateConnection(before, by)
    await db().connection.deleteMany({ where: { name: { in: ['Fourth', 'Fifth'] } } })
  })
})

describe('a connection', () => {
  it("isn't called refused by a token request with the secret that was taken back meanwhile, and its checks don't share it", async () => {
    await replaceSecret(first, 'refused-secret', by)
    await noTurns()
    const connection = await connectionById(first)
    if (!connection) throw new Error('no connection')
    const restored: Promise<Token | NoToken>[] = []
    provider.next(TOKEN, async (_hit, response) => {
      await restoreSecret(first, by)
      await noTurns()
      const again = await connectionById(first)
      if (again) restored.push(getAccessToken(again))
      await vi.waitFor(() => expect(provider.count(TOKEN)).toBeGreaterThan(asked + 1))
      send(response, 401, { code: 'invalid_client', message: 'no' })
    })
    const asked = provider.count(TOKEN)
    const sendBy = sendInTime()
    const check = postSingle(connection, checkPayload(CHECK.iban, CHECK.name), { sendBy })
    expect(await check).toMatchObject({ kind: 'not_sent', code: 'upstream_auth_failed' })
    expect((await listConnections()).find(({ id }) => id === first)?.state).toBe('not_tested')
    expect(await restored[0]).toMatchObject({ kind: 'token' })
  })

  it("isn't deleted while it's active, nor with a wrong name", async () => {
    await expect(removeConnection(first, 'Production', by)).rejects.toMatchObject({
      code: 'connection_active',
    })
    await expect(removeConnection(second, 'second', by)).rejects.toMatchObject({ code: 'name_mismatch' })
  })

  /** Stores a check that waits for its turn. @returns the ID of its attempt */
  const waitingCheck = async (connectionId: string): Promise<string> => {
    const check = { ...CHECK, country: 'FR', nameSearch: 'a b', requestedById: by.actor.id, connectionId }
    const waits = { environment: 'live', source: 'single', status: 'pending' } as const
    const data = { ...check, ...waits, attempts: { create: { connectionId } } }
    const { attempts } = await db().verification.create({ data, select: { attempts: true } })
    return attempts[0]?.id ?? ''
  }

  it('is deleted while an upload and a check wait for their turn, which go out by the active one', async () => {
    const id = await idleConnection()
    await waitingCheck(id)
    const counts = { fileRows: 1, total: 1, notSent: 0, countWaiting: 1, state: 'paused' } as const
    const of = { createdById: by.actor.id, ...counts }
    const bulks = { create: { number: 1, size: 1, connectionId: id } }
    await db().upload.create({ data: { fileName: 'a.csv', fileHash: '0', reading: {}, ...of, bulks } })
    await removeConnection(id, THIRD.name, by)
    expect(await connectionById(id)).toBeNull()
  })

  it("isn't deleted when a check is claimed for it at the same moment", async () => {
    const id = await idleConnection()
    const attemptId = await waitingCheck(id)
    const remove = [() => removeConnection(id, THIRD.name, by)]
    expect(await actsWaiting((tx) => claimAttempt(attemptId, tx), remove)).toEqual(['connection_in_use'])
  })

  it("isn't deleted while an upload or a check still needs it; later it's deleted with its secrets", async () => {
    await claimAttempt(await waitingCheck(second))
    await expect(removeConnection(second, 'Second', by)).rejects.toMatchObject({
      status: 409,
      code: 'connection_in_use',
      extra: { uploads: 0, checks: 1 },
    })
    const answer = { status: 'completed', matchResult: 'match' } as const
    await db().verification.updateMany({ where: { connectionId: second }, data: answer })
    await removeConnection(second, ' Second ', by)
    expect(await connectionById(second)).toBeNull()
    expect(await db().verification.count({ where: { connectionId: second } })).toBe(1)
    const object = { objectType: 'connection', objectId: second }
    const entries = await db().auditEntry.findMany({ where: object, orderBy: { seq: 'asc' } })
    const details = { host: new URL(provider.baseUrl).host }
    expect(entries.map((entry) => [entry.action, entry.details])).toEqual([
      ['connection.created', details],
      ['connection.deleted', details],
    ])
  })
})

describe('an address that an admin entered', () => {
  it('is never connected to when it resolves to this machine or network, whenever that begins', async () => {
    await expect(
      createConnection(
        { name: 'Third', baseUrl: 'https://provider.invalid/api-v1', clientId: 'c', secret: 's' },
        by,
      ),
    ).rejects.toMatchObject({ status: 502, code: 'upstream_unavailable' })
    // like the row of an admin whose DNS server now gives another answer
    await db().$executeRaw`update connections set address_typed = true where id = ${first}::uuid`
    provider.reset()
    expect(await testConnection(first, system)).toMatchObject({
      state: 'unreachable',
      code: 'upstream_unreachable',
    })
    await noTurns()
    const connection = await connectionById(first)
    if (!connection) throw new Error('no connection')
    const payload = { ...checkPayload(CHECK.iban, CHECK.name), sandbox_result: 'match' as const }
    expect(await postSandbox(connection, payload, { sendBy: sendInTime() })).toMatchObject({
      kind: 'not_sent',
    })
    expect(provider.count(TOKEN)).toBe(0)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { activeConnection, seedConnection } from '@/lib/connections/active.server'
import { createConnection, replaceSecret, restoreSecret } from '@/lib/connections/change.server'
import { listConnections } from '@/lib/connections/queries.server'
import { activateConnection } from '@/lib/connections/remove.server'
import { testConnection } from '@/lib/connections/test.server'
import { forgetRequests, onlyConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { type RequestHandler, SANDBOX, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const FIRST = 'first-secret-of-tests-1111'
const SECOND = 'second-secret-of-tests-2222'
const system = { kind: 'system' } as const

const provider = await startProvider()
Object.assign(process.env, {
  VERIFICATION_BASE_URL: provider.baseUrl,
  VERIFICATION_CLIENT_ID: 'client',
  VERIFICATION_CLIENT_SECRET: FIRST,
})
const by = { ...(await insertPerson('admin')), auditActor: system }
await Promise.all([seedConnection(), seedConnection(), seedConnection()])
beforeEach(async () => {
  provider.reset()
  await forgetRequests()
})

const refuse: RequestHandler = (_hit, response) =>
  send(response, 401, { code: 'invalid_client', message: 'no' })

describe('the connection', () => {
  it('is created once from the settings, however many processes start', async () => {
    expect(await listConnections()).toHaveLength(1)
    expect((await activeConnection())?.secret()).toBe(FIRST)
  })

  it('is listed without its secret, which is stored encrypted', async () => {
    const text = JSON.stringify(await listConnections())
    expect(text).not.toContain(FIRST)
    expect((await onlyConnection()).secretLast4).toBe('1111')
    const row = await db().connection.findFirstOrThrow()
    expect(Buffer.from(row.secretCipher).toString('latin1')).not.toContain(FIRST)
    expect(JSON.stringify(await activeConnection())).not.toContain(FIRST)
  })
})

describe('a test of the connection', () => {
  /** What the audit log says of the last one. */
  const tested = async () => {
    const where = { action: 'connection.tested' }
    return (await db().auditEntry.findFirst({ where, orderBy: { seq: 'desc' } }))?.details
  }

  it('reaches the server, gets a token and runs a simulated check, which is free', async () => {
    const { id } = await onlyConnection()
    const result = await testConnection(id, system)
    expect(result.state).toBe('working')
    expect(await tested()).toEqual({ state: 'working', code: null })
    expect(result.steps.map(({ step, ok }) => [step, ok])).toEqual([
      ['reach', true],
      ['token', true],
      ['check', true],
    ])
    expect([provider.count(TOKEN), provider.count(SANDBOX), provider.ledger.length]).toEqual([1, 1, 0])
    await expect(testConnection(id, system)).rejects.toMatchObject({ status: 429, code: 'tested_just_now' })
    expect((await onlyConnection()).state).toBe('working')
  })

  it('reports the step that failed', async () => {
    const { id } = await onlyConnection()
    provider.next(TOKEN, refuse)
    const refused = await testConnection(id, system)
    expect([refused.state, refused.steps.map((step) => step.ok)]).toEqual(['refused', [true, false, null]])
    expect(await tested()).toEqual({ state: 'refused', code: 'upstream_auth_failed' })
    await db().$executeRaw`update connections set token_requested_at = null`
    provider.next(TOKEN, (_hit, _response, request) => request.socket.destroy())
    const lost = await testConnection(id, system)
    expect([lost.state, lost.steps.map((step) => step.ok)]).toEqual(['unreachable', [false, null, null]])
    await db().$executeRaw`update connections set token_requested_at = null`
    provider.next(TOKEN, (_hit, response) => send(response, 429, { code: 'slow_down', message: 'x' }))
    expect((await testConnection(id, system)).state).toBe('rate_limited')
    await db().$executeRaw`update connections set token_requested_at = null`
    provider.next(TOKEN, (_hit, response) => send(response, 403, '<html>'))
    const page = await testConnection(id, system)
    expect([page.state, page.steps.map((step) => step.ok)]).toEqual(['unreachable', [true, false, null]])
  })
})

describe('a new secret', () => {
  it("is tested before it's stored; a refused one changes nothing", async () => {
    const { id } = await onlyConnection()
    provider.next(TOKEN, refuse)
    const refused = { status: 422, code: 'secret_refused' }
    await expect(replaceSecret(id, 'wrong-secret-wrong', by)).rejects.toMatchObject(refused)
    expect((await activeConnection())?.secret()).toBe(FIRST)
  })

  it('takes over the token of its test, and the old one can be restored for a day', async () => {
    const { id } = await onlyConnection()
    const view = await replaceSecret(id, SECOND, by)
    expect(provider.received[0]?.body).toContain(SECOND)
    expect(view).toMatchObject({ secretLast4: '2222', secretSetBy: { id: by.actor.id, name: 'admin' } })
    expect(new Date(view.previousSecretUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await activeConnection())?.secret()).toBe(SECOND)
    await seedConnection()
    expect((await activeConnection())?.secret()).toBe(SECOND)
    await restoreSecret(id, by)
    expect((await activeConnection())?.secret()).toBe(FIRST)
    const again = { status: 409, code: 'no_previous_secret' }
    await expect(restoreSecret(id, by)).rejects.toMatchObject(again)
  })

  it('that is replaced by itself, as by a repeated request, leaves the old one to be restored', async () => {
    const { id } = await onlyConnection()
    await replaceSecret(id, SECOND, by)
    await db().$executeRaw`update connections set token_requested_at = null`
    await replaceSecret(id, SECOND, by)
    await restoreSecret(id, by)
    expect((await activeConnection())?.secret()).toBe(FIRST)
    await db().$executeRaw`update connections set token_requested_at = null`
  })

  it('is logged in the audit log without its value', async () => {
    const entries = await db().auditEntry.findMany({ where: { action: { startsWith: 'connection.secret' } } })
    expect(entries.map((entry) => entry.action)).toEqual([
      'connection.secret_replaced',
      'connection.secret_restored',
      'connection.secret_replaced',
      'connection.secret_replaced',
      'connection.secret_restored',
    ])
    expect(JSON.stringify(entries.map((entry) => entry.details))).not.toMatch(/secret-of-tests/)
  })

  it('replaces one that cannot be read any more, which is not kept', async () => {
    const { id } = await onlyConnection()
    const { secretCipher } = await db().connection.findUniqueOrThrow({ where: { id } })
    const unreadable = { secretCipher: secretCipher.map((byte) => byte ^ 1), previousSecretUntil: null }
    await db().connection.update({ where: { id }, data: { ...unreadable, previousSecretCipher: null } })
    await db().$executeRaw`update connections set token_until = null`
    expect(await testConnection(id, system)).toMatchObject({ state: 'refused', code: 'upstream_auth_failed' })
    await db().$executeRaw`update connections set token_requested_at = null`
    const replaced = await replaceSecret(id, FIRST, by)
    expect([replaced.secretLast4, replaced.previousSecretUntil]).toEqual(['1111', null])
    expect((await activeConnection())?.secret()).toBe(FIRST)
  })

  it('is taken back once, however many people ask for the old one', async () => {
    const { id } = await onlyConnection()
    await replaceSecret(id, SECOND, by)
    let asked: Promise<unknown>[] = []
    await db().$transaction(async (tx) => {
      await tx.$executeRaw`select from connections where id = ${id}::uuid for update`
      asked = [restoreSecret(id, by), restoreSecret(id, by)]
      await expect.poll(countLockWaits).toBe(2)
    })
    const ends = (await Promise.allSettled(asked)).map(({ status }) => status)
    expect(ends.sort()).toEqual(['fulfilled', 'rejected'])
    expect((await activeConnection())?.secret()).toBe(FIRST)
  })
})

describe('a secret whose encryption key is gone', () => {
  const refused = { status: 409, code: 'secret_unreadable' }
  const damaged = (cipher: Uint8Array | null) => cipher?.map((byte) => byte ^ 1) ?? null

  it('is refused when it would be restored, or its connection used, and nothing changes', async () => {
    const { id } = await onlyConnection()
    await replaceSecret(id, SECOND, by)
    const before = await db().connection.findUniqueOrThrow({ where: { id } })
    const lost = {
      secretCipher: damaged(before.secretCipher) ?? before.secretCipher,
      previousSecretCipher: damaged(before.previousSecretCipher),
    }
    await db().connection.update({ where: { id }, data: lost })
    await expect(restoreSecret(id, by)).rejects.toMatchObject(refused)
    await expect(activateConnection(id, by)).rejects.toMatchObject(refused)
    expect(await db().connection.findUnique({ where: { id } })).toMatchObject(lost)
    const { secretCipher, previousSecretCipher } = before
    await db().connection.update({ where: { id }, data: { secretCipher, previousSecretCipher } })
    await restoreSecret(id, by)
    await db().$executeRaw`update connections set token_requested_at = null`
  })
})

describe('a second connection', () => {
  const input = { name: 'Second', clientId: 'client-2', secret: SECOND }
  it('can only have an address that the installation allows, and no request goes elsewhere', async () => {
    const elsewhere = createConnection({ ...input, baseUrl: 'https://169.254.169.254/api-v1' }, by)
    await expect(elsewhere).rejects.toMatchObject({ status: 422, code: 'address_not_allowed' })
    expect(provider.received).toHaveLength(0)
  })

  it("becomes active when its credentials work, and leaves no trace when they don't", async () => {
    provider.next(TOKEN, refuse)
    await expect(createConnection({ ...input, baseUrl: provider.baseUrl }, by)).rejects.toMatchObject({
      code: 'secret_refused',
    })
    expect(await listConnections()).toHaveLength(1)
    const made = await createConnection({ ...input, baseUrl: provider.baseUrl }, by)
    expect([made.active, (await activeConnection())?.id]).toEqual([true, made.id])
    expect((await listConnections()).filter((connection) => connection.active)).toHaveLength(1)
  })
})

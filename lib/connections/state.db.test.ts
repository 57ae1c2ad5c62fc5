import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { activeConnection, forgetTests } from '@/lib/connections/active.server'
import { replaceSecret, restoreSecret } from '@/lib/connections/change.server'
import { testConnection } from '@/lib/connections/test.server'
import { forgetRequests, insertConnection, onlyConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { postSingle } from '@/lib/upstream/client.server'
import { checkPayload } from '@/lib/upstream/contract'
import { sendInTime } from '@/lib/upstream/testing/requests'
import { LIVE, type RequestHandler, SANDBOX, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const system = { kind: 'system' } as const
const provider = await startProvider()
const id = await insertConnection(provider.baseUrl)
const by = { ...(await insertPerson('admin')), auditActor: system }
beforeEach(async () => {
  provider.reset()
  await forgetRequests()
})

describe('the state of a connection', () => {
  const check = async () => {
    const connection = await activeConnection()
    if (!connection) throw new Error('no connection')
    const payload = checkPayload('FR7630006000011234567890189', 'Marie Curie')
    return postSingle(connection, payload, { sendBy: sendInTime() })
  }
  const refuseRequest: RequestHandler = (_hit, response) =>
    send(response, 422, { code: 'invalid', message: 'no' })
  const breakDown: RequestHandler = (_hit, response) => send(response, 500, { code: 'broken', message: 'no' })

  it('becomes working with any response, whatever its content', async () => {
    expect(await onlyConnection()).toMatchObject({
      state: 'not_tested',
      lastAnswerAt: null,
      lastFailure: null,
    })
    provider.next(LIVE, refuseRequest)
    expect(await check()).toMatchObject({ kind: 'rejected' })
    expect(await onlyConnection()).toMatchObject({ state: 'working', lastFailure: null })
    expect((await onlyConnection()).lastAnswerAt).not.toBeNull()
  })

  it('is written once a minute, unless it changes', async () => {
    await check()
    const first = await onlyConnection()
    await check()
    expect(await onlyConnection()).toEqual(first)
    provider.next(LIVE, breakDown)
    await check()
    const failed = await onlyConnection()
    const { lastAnswerAt } = first
    expect(failed).toMatchObject({ state: 'working', lastAnswerAt, lastFailure: { code: 'upstream_error' } })
    await check()
    const again = await onlyConnection()
    expect(again.lastFailure).toEqual(failed.lastFailure)
    expect(again.lastAnswerAt).not.toBe(first.lastAnswerAt)
  })

  it('reports a paid request that only a gateway answered as a failure', async () => {
    provider.next(LIVE, (_hit, response) => send(response, 404, '<html>'))
    await check()
    expect(await onlyConnection()).toMatchObject({
      lastAnswerAt: null,
      lastFailure: { code: 'upstream_unavailable' },
    })
  })

  it('reports a refused secret or an unreachable server until the next response', async () => {
    provider.next(TOKEN, (_hit, response) => send(response, 401, { code: 'invalid_client', message: 'no' }))
    await check()
    expect(await onlyConnection()).toMatchObject({
      state: 'refused',
      lastFailure: { code: 'upstream_auth_failed' },
    })
    await db()
      .$executeRaw`update connections set token_requested_at = null, base_url = 'http://127.0.0.1:1/api-v1'`
    await check()
    const unreachable = { state: 'unreachable', lastFailure: { code: 'upstream_unreachable' } }
    expect(await onlyConnection()).toMatchObject(unreachable)
    await db().$executeRaw`
      update connections set token_requested_at = null, base_url = ${provider.baseUrl} where id = ${id}::uuid`
    await check()
    expect((await onlyConnection()).state).toBe('working')
  })

  it('ignores responses from before the current secret', async () => {
    provider.next(LIVE, async (hit, response) => {
      await db().$executeRaw`update connections set token_requested_at = null`
      await replaceSecret(id, 'another secret of the tests', by)
      send(response, 500, hit.path)
    })
    await check()
    expect(await onlyConnection()).toMatchObject({ state: 'not_tested', lastFailure: null })
    await check()
    expect((await onlyConnection()).state).toBe('working')
    provider.next(SANDBOX, async (_hit, response) => {
      await restoreSecret(id, by)
      send(response, 403, { code: 'forbidden', message: 'no' })
    })
    expect(await testConnection(id, system)).toMatchObject({ state: 'refused' })
    expect((await onlyConnection()).state).toBe('not_tested')
  })

  it('ignores a response to a secret whose replacement was not yet visible', async () => {
    provider.next(SANDBOX, (_hit, response) => send(response, 403, { code: 'forbidden', message: 'no' }))
    const test = await db().$transaction(async (tx) => {
      await forgetTests(tx, id)
      const asked = testConnection(id, system)
      await expect.poll(countLockWaits).toBe(1)
      return { asked }
    })
    expect(await test.asked).toMatchObject({ state: 'refused' })
    expect((await onlyConnection()).state).toBe('not_tested')
  })
})

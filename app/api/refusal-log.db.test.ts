import { afterEach, expect, it, vi } from 'vitest'
import { GET as users } from '@/app/api/admin/users/route'
import { GET as uploads } from '@/app/api/uploads/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { logger } from '@/lib/platform/log/logger.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const warned = vi.spyOn(logger, 'warn').mockImplementation(() => {})
afterEach(() => void warned.mockClear())

it('a refused request is logged by route and code, without its parameters', async () => {
  await callRoute(uploads, 'GET', '/api/uploads?text=Jane')
  await callRoute(users, 'GET', '/api/admin/users', { as: await insertPerson() })
  expect(warned.mock.calls.map(([line]) => line)).toEqual([
    { code: 'session_required', status: 401, requestId: expect.any(String), route: '/api/uploads' },
    { code: 'role_required', status: 403, requestId: expect.any(String), route: '/api/admin/users' },
  ])
})

it('an unknown path or an invalid request is not logged as a refusal', async () => {
  await callRoute(uploads, 'GET', '/api/uploads?size=0', { as: await insertPerson() })
  expect(warned).not.toHaveBeenCalled()
})

it('no response of a route can run as a script or be framed, whatever type a browser assumes', async () => {
  for (const as of [undefined, await insertPerson()]) {
    const { headers } = await callRoute(uploads, 'GET', '/api/uploads', { ...(as && { as }) })
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    )
  }
})

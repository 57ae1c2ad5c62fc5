import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { GET as users } from '@/app/api/admin/users/route'
import { GET as uploads } from '@/app/api/uploads/route'
import { db } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/logger.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { call, signedIn } from '@/lib/verifications/testing/desk'

ownDatabase()
const warned = vi.spyOn(logger, 'warn').mockImplementation(() => {})
afterEach(() => void warned.mockClear())
afterAll(() => db().$disconnect())

it('who is not let in is in the log, by route and code, without what was asked', async () => {
  await call(uploads, 'GET', '/api/uploads?text=Jane')
  await call(users, 'GET', '/api/admin/users', { as: await signedIn('analyst') })
  expect(warned.mock.calls.map(([line]) => line)).toEqual([
    { code: 'session_required', status: 401, requestId: expect.any(String), route: '/api/uploads' },
    { code: 'role_required', status: 403, requestId: expect.any(String), route: '/api/admin/users' },
  ])
})

it('what is not there, or is asked in a wrong way, is no line of the log', async () => {
  await call(uploads, 'GET', '/api/uploads?size=0', { as: await signedIn('analyst') })
  expect(warned).not.toHaveBeenCalled()
})

it('nothing in an answer of a route runs or is framed, whatever a browser takes it for', async () => {
  for (const as of [undefined, await signedIn('analyst')]) {
    const { headers } = await call(uploads, 'GET', '/api/uploads', { ...(as && { as }) })
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    )
  }
})

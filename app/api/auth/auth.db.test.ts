import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { GET, POST, PUT } from '@/app/api/auth/[...nextauth]/route'
import { openSession, readSession, SESSION_COOKIE } from '@/lib/auth/session.server'
import { db } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { authOptions } from '@/lib/users/next-auth.server'

const FORM = 'application/x-www-form-urlencoded'
const ask = async (method: 'GET' | 'POST', path: string, body?: BodyInit, type = FORM, cookie = '') => {
  const request = new NextRequest(`http://127.0.0.1:3000/api/auth/${path}`, {
    method,
    headers: { host: '127.0.0.1:3000', 'content-type': type, cookie },
    body,
    duplex: 'half',
  } as ConstructorParameters<typeof NextRequest>[1])
  const answer = await (method === 'GET' ? GET : POST)(request, {
    params: Promise.resolve({ nextauth: path.replace(/\?.*/, '').split('/') }),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string } }
}

describe('the forms of sign-in', () => {
  it.each(['callback/credentials', 'signin/oidc', 'signout'])(
    'at %s accept at most 16 KB, also without a declared size',
    async (path) => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>(
        {
          pull(to) {
            if (sent === 64) return to.close()
            sent++
            to.enqueue(new Uint8Array(1024).fill(97))
          },
        },
        { highWaterMark: 0 },
      )
      const { status, body: problem } = await ask('POST', path, body)
      expect([status, problem.code]).toEqual([413, 'body_too_large'])
    },
  )

  it('are never read as JSON: the error of its parser would put a part of the password into the log', async () => {
    const errors = vi.spyOn(logger, 'error')
    const text = '{"email":"ada@accord.test","password": hunter2}'
    const { status, body } = await ask('POST', 'callback/credentials', text, 'application/json')
    expect([status, body.code]).toEqual([415, 'media_type'])
    expect(errors).not.toHaveBeenCalled()
  })
})

it('refuses a method that it does not have like every other route', async () => {
  const request = new NextRequest('http://127.0.0.1:3000/api/auth/session', { method: 'PUT' })
  const answer = await PUT(request, { params: Promise.resolve({ nextauth: ['session'] }) })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

it('a sign-in ends only the session whose cookie the browser sent, even if it is of another person', async () => {
  const user = (name: string) =>
    db().user.create({ data: { email: `${name}@accord.test`, name, roles: ['analyst'] } })
  const [ada, ben] = [await user('ada'), await user('ben')]
  const [brought, elsewhere] = [await openSession(ada.id), await openSession(ada.id)]
  const cookies = new Map([[SESSION_COOKIE.name, { value: brought }]])
  const given = { token: {}, user: { id: ben.id }, account: { type: 'credentials' } }
  const token = await authOptions({ cookies }).callbacks?.jwt?.(given as never)
  expect((await readSession(token?.sid, false))?.id).toBe(ben.id)
  expect(await readSession(brought, false)).toBeNull()
  expect((await readSession(elsewhere, false))?.id).toBe(ada.id)
  const [entry] = await db().auditEntry.findMany({ where: { actorId: ada.id } })
  expect(entry?.action).toBe('session.closed')
})

describe('a malformed callback URL', () => {
  const refused = [400, 'callback_url_malformed']

  it.each(['http://[', 'nonsense', '//[', 'javascript:alert(1)'])(
    'is refused, and ignored in a form: %s',
    async (url) => {
      const query = `callbackUrl=${encodeURIComponent(url)}`
      for (const path of ['session', 'signin', 'callback/oidc']) {
        const { status, body } = await ask('GET', `${path}?${query}`)
        expect([status, body.code]).toEqual(refused)
      }
      const inPost = await ask('POST', `signin/oidc?${query}`, 'csrfToken=x')
      expect([inPost.status, inPost.body.code]).toEqual(refused)
      const cookie = `next-auth.callback-url=${encodeURIComponent(url)}`
      const inCookie = await ask('GET', 'session', undefined, FORM, cookie)
      expect([inCookie.status, inCookie.body.code]).toEqual(refused)
      const baseUrl = 'https://accord.test'
      expect(await authOptions().callbacks?.redirect?.({ url, baseUrl })).toMatch(/^https:\/\/accord\.test/)
    },
  )
})

describe('the addresses of next-auth', () => {
  it.each([
    ['POST', '_log'],
    ['POST', 'session'],
    ['POST', 'csrf'],
    ['POST', 'signin/oidc/more'],
    ['GET', 'signout'],
    ['GET', 'verify-request'],
    ['GET', 'providers'],
    ['GET', '_log'],
    ['GET', '__proto__'],
    ['GET', 'csrf/more'],
    ['GET', 'callback/credentials'],
    ['GET', 'callback/other'],
  ] as const)('do not include %s %s', async (method, path) => {
    const { status, body } = await ask(method, path, method === 'POST' ? 'level=error' : undefined)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})

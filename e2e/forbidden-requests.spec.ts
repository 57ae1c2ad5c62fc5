import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PUBLIC_FILES, publicFilePolicy } from '@/lib/http/public-files'
import { withDatabase } from './support/database'
import { cookieHeader, ORIGIN, type RawRequest, sendRaw, startUnfinishedPost } from './support/http'
import { signInAsRole } from './support/keys'
import { expect, type Role, test } from './support/office'
import { createPerson, trySignIn } from './support/people'
import { requestVariants } from './support/request-variants'
import { ROUTES } from './support/routes'

const { host } = new URL(ORIGIN)
const LOG_FOLDER = path.join(process.env.DATA_DIR ?? '', 'logs')

test.describe('pages for admins only', () => {
  for (const to of ['/admin/users', '/api/admin/users'])
    test(`at ${to} are readable by nobody else, in any form of the request`, async ({ playwright }) => {
      const secret = await createPerson(['analyst'])
      const cookieOf = async (role: Role) => {
        const client = await signInAsRole(playwright, role)
        const cookie = await cookieHeader(client)
        await client.dispose()
        return cookie
      }
      const byAdmin = await sendRaw({ path: to, headers: { cookie: await cookieOf('admin') } })
      expect([byAdmin.status, byAdmin.text.includes(secret.email)]).toEqual([200, true])

      const plain = to.startsWith('/api/') ? [401, 403] : [307, 403]
      for (const [who, cookie] of [
        ['a stranger', ''],
        ['an analyst', await cookieOf('analyst')],
      ] as const) {
        const as: Record<string, string> = cookie ? { cookie } : {}
        expect((await sendRaw({ path: to, headers: as })).status).toBe(plain[cookie ? 1 : 0])
        const passed: string[] = []
        for (const { name, path, method, headers } of requestVariants(to)) {
          const got = await sendRaw({ path, method, headers: { ...as, ...headers } })
          const text = JSON.stringify([got.text, got.headers])
          if (text.includes(secret.email) || text.includes(secret.id)) passed.push(`${who}: ${name}`)
          if (got.status >= 500) passed.push(`${who}: ${name} → ${got.status}`)
        }
        expect(passed).toEqual([])
      }
    })
})

test.describe('a request', () => {
  test('with a method that a route does not have gets 405 with the allowed ones', async () => {
    const paths = new Map<string, string[]>()
    for (const { path, method } of ROUTES) paths.set(path, [...(paths.get(path) ?? []), method])
    for (const [path, known] of paths)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !known.includes(one))) {
        const got = await sendRaw({ path: path.replaceAll('{id}', randomUUID()), method })
        expect([got.status, got.body.code], `${method} ${path}`).toEqual([405, 'method_not_allowed'])
        expect(got.headers.allow?.split(', ').sort(), path).toEqual(known.sort())
      }
  })

  test('with TRACE gets 405 everywhere', async () => {
    for (const path of ['/', '/check', '/api/account', '/api/auth/csrf', '/nowhere']) {
      const got = await sendRaw({ path, method: 'TRACE' })
      expect([got.status, got.body.code], path).toEqual([405, 'method_not_allowed'])
    }
  })

  const hosts: Record<string, Omit<RawRequest, 'path'>> = {
    'an unknown host': { headers: { host: 'evil.example' } },
    'an unknown port': { headers: { host: '127.0.0.1:1' } },
    'two hosts': { headers: ['Host', 'evil.example', 'Host', host] },
    'no host': { headers: ['X-Nothing', '1'] },
  }
  for (const [name, asked] of Object.entries(hosts))
    test(`for ${name} gets no response`, async () => {
      for (const path of ['/', '/signin', '/api/account', '/api/auth/csrf'])
        expect([400, 421], path).toContain((await sendRaw({ ...asked, path })).status)
    })

  test('to sign in with a body of unlimited size is refused after 16 KB', async () => {
    const type = ['Content-Type', 'application/x-www-form-urlencoded']
    const headers = ['Host', host, ...type, 'Transfer-Encoding', 'chunked']
    for (const path of ['/api/auth/callback/credentials', '/api/auth/signout', '/api/auth/signin/oidc']) {
      const got = await sendRaw({ path, method: 'POST', headers, body: 'a'.repeat(200_000) })
      expect([got.status, got.body.code], path).toEqual([413, 'body_too_large'])
    }
  })

  test('to a page with a body is not buffered: 30 unfinished ones of 8 MB take no memory', async () => {
    const memory = async () => {
      const headers = { authorization: `Bearer ${process.env.METRICS_TOKEN}` }
      const { text } = await sendRaw({ path: '/api/metrics', headers })
      return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1])
    }
    const before = await memory()
    const sent = await Promise.all(
      Array.from({ length: 30 }, () => startUnfinishedPost('/signin', 8 * 1024 * 1024)),
    )
    // garbage is collected; what requests retain stays as long as they do
    const grown = async () => (await memory()) - before
    await expect.poll(grown, { timeout: 30_000 }).toBeLessThan(120 * 1024 * 1024)
    for (const one of sent) one.destroy()
  })

  test('for next-auth routes other than sign-in finds nothing, and logs nothing', async () => {
    const body = new URLSearchParams({ level: 'error', code: `Marie Curie ${randomUUID()}`, message: 'x' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const requests: RawRequest[] = [
      { path: '/api/auth/_log', method: 'POST', headers, body: body.toString() },
      { path: '/api/auth/session', method: 'POST', headers, body: body.toString() },
      { path: '/api/auth/signout' },
      { path: '/api/auth/verify-request' },
    ]
    for (const one of requests) expect((await sendRaw(one)).status, one.path).toBe(404)
    const log = readdirSync(LOG_FOLDER).map((name) => readFileSync(path.join(LOG_FOLDER, name), 'utf8'))
    expect(log.join('')).not.toContain(body.get('code'))
  })

  test('is logged with the address of its socket, whatever it claims', async ({ request }) => {
    const { id, email } = await createPerson(['analyst'])
    const claim = { 'x-forwarded-for': '192.0.2.66', 'x-real-ip': '192.0.2.66', forwarded: 'for=192.0.2.66' }
    const answer = await trySignIn(request, { email, password: 'a wrong guess' }, claim)
    expect(answer.status()).toBe(401)
    const [entry] = await withDatabase(
      async (client) =>
        (await client.query('select address from audit_entries where object_id = $1', [id])).rows,
    )
    expect(entry).toEqual({ address: '127.0.0.1' })
  })

  test('with a broken escape in its path gets a normal 404, and a problem from the API', async () => {
    for (const path of ['/%', '/history/%', '/api%/verifications']) {
      const got = await sendRaw({ path })
      expect([got.status, got.headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8'])
    }
    for (const path of [
      '/api/%',
      '/api/verifications/%',
      '/api/verifications/%ff',
      '/api/uploads/%E0%A4%A/rows',
      '/api/verifications%?a=%',
    ])
      for (const method of ['GET', 'POST']) {
        const got = await sendRaw({ path, method })
        expect([got.status, got.body.code], `${method} ${path}: ${got.text.slice(0, 80)}`).toEqual([
          404,
          'not_found',
        ])
      }
  })

  test('that offers another protocol is answered in HTTP/1.1', async () => {
    for (const upgrade of ['h2c', 'websocket']) {
      const got = await sendRaw({ path: '/api/health', headers: { connection: 'Upgrade', upgrade } })
      expect(got.status, upgrade).toBe(200)
    }
  })

  test('cannot choose the nonce or the security policy of a page, nor inject text into it', async () => {
    const evil = `evil${randomUUID().slice(0, 8)}`
    const headers = {
      'x-nonce': evil,
      'content-security-policy': `script-src 'nonce-"><script>${evil}'`,
      'content-security-policy-report-only': `script-src 'nonce-${evil}'`,
      'next-resume': '1',
      'x-forwarded-host': `${evil}.example`,
    }
    const nonces = new Set<string>()
    for (let n = 0; n < 2; n++) {
      const got = await sendRaw({ path: '/signin', headers })
      expect(got.status).toBe(200)
      const policy = String(got.headers['content-security-policy'])
      const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy)?.[1] ?? ''
      expect(JSON.stringify(got)).not.toContain(evil)
      const scripts = got.text.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(3)
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
  })

  test('for an unknown server action breaks nothing', async () => {
    const form = 'multipart/form-data; boundary=x'
    const part = (name: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--x--\r\n`
    const bodies: [type: string, body: string][] = [
      ['text/plain;charset=UTF-8', '[]'],
      ['text/plain;charset=UTF-8', '{"then":"$1:__proto__:then"}'],
      ['text/plain;charset=UTF-8', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
      ['text/plain;charset=UTF-8', `["${'x'.repeat(2 * 1024 * 1024)}"]`],
      [form, part('0', '["$K1"]')],
      [form, part('$ACTION_ID_7f0000000000000000000000000000000000000000', '')],
    ]
    for (const path of ['/signin', '/admin/users'])
      for (const id of ['x', '7f0000000000000000000000000000000000000000'])
        for (const [type, body] of bodies) {
          const headers = { 'next-action': id, 'content-type': type, origin: ORIGIN }
          const got = await sendRaw({ path, method: 'POST', headers, body })
          expect(got.status, `${path} ${id} ${body.slice(0, 40)}`).toBeLessThan(500)
        }
    expect((await sendRaw({ path: '/api/health' })).status).toBe(200)
  })

  test('for a public file needs no session, and the file may load and run nothing of ours', async () => {
    for (const path of PUBLIC_FILES) {
      const got = await sendRaw({ path })
      expect(got.status, path).toBe(200)
      expect(got.headers['content-security-policy'], path).toBe(publicFilePolicy(path))
      expect((await sendRaw({ path, headers: { host: 'evil.example' } })).status, path).toBe(421)
    }
    expect((await sendRaw({ path: '/.well-known/security.txt' })).status).toBe(404)
  })

  test('gets the same security headers on every path: page, route, file and 404', async () => {
    const { text } = await sendRaw({ path: '/signin' })
    const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(text)?.[1] ?? ''
    for (const path of [
      '/signin',
      '/nothing',
      '/api/account',
      '/api/nothing',
      '/icon.svg',
      '/verify.html',
      script,
    ]) {
      const { headers } = await sendRaw({ path })
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['x-powered-by'], path).toBeUndefined()
      expect(headers['access-control-allow-origin'], path).toBeUndefined()
    }
  })
})

import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { GET as auth } from '@/app/api/auth/[...nextauth]/route'
import { GET } from '@/app/api/metrics/route'
import { GET as oneUpload } from '@/app/api/uploads/[id]/route'
import { GET as uploads } from '@/app/api/uploads/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { readiness } from '@/lib/http/readiness.server'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const TOKEN = 'a-token-of-the-tests'

async function read(authorization?: string) {
  const request = new NextRequest('http://127.0.0.1:3000/api/metrics', {
    headers: authorization ? { authorization } : {},
  })
  const answer = await GET(request, { params: Promise.resolve({}) })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

describe('metrics', () => {
  it('answer 404 until the installation sets a token', async () => {
    expect((await read()).status).toBe(404)
    expect((await read('Bearer undefined')).status).toBe(404)
  })

  it('require the token', async () => {
    Object.assign(env(), { METRICS_TOKEN: TOKEN })
    for (const shown of [undefined, '', TOKEN, 'Bearer x', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])
      expect((await read(shown)).status, String(shown)).toBe(401)
    const { status, type } = await read(`Bearer ${TOKEN}`)
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  })

  it('count responses by route, never by id, in the Prometheus format', async () => {
    const analyst = await insertPerson()
    await callRoute(uploads, 'GET', '/api/uploads', { as: analyst })
    for (const id of [crypto.randomUUID(), crypto.randomUUID()])
      await callRoute(oneUpload, 'GET', `/api/uploads/${id}`, { as: analyst, params: { id } })
    const { text } = await read(`Bearer ${TOKEN}`)
    const name = 'accord_http_request_duration_seconds'
    expect(text).toContain(`${name}_count{method="GET",route="/api/uploads",status="200"} 1\n`)
    expect(text).toContain(`${name}_count{method="GET",route="/api/uploads/{id}",status="404"} 2\n`)
    expect(text).toContain('accord_database_up 1\n')
    expect(text).toMatch(/^accord_payment_runs_open 0$/m)
    expect(text).toMatch(/^accord_reviews_open\{state="todo"\} \d+$/m)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@/)
    const line = /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-+\d.e]+)$/
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((one) => !line.test(one)),
    ).toEqual([])
  })

  it('use one name per route, whatever path was requested', async () => {
    for (let n = 0; n < 50; n++) {
      const id = `j${n}`
      await callRoute(oneUpload, 'GET', `/api/uploads/${id}`, { params: { id } })
      await callRoute(oneUpload, 'GET', `/api/uploads/%6a${n}`, { params: { id } })
      await callRoute(auth, 'GET', `/api/auth/x/${n}`, { params: { nextauth: ['x', String(n)] } })
    }
    await callRoute(oneUpload, 'GET', '/api/uploads/uploads', { params: { id: 'uploads' } })
    const { text } = await read(`Bearer ${TOKEN}`)
    const asked = [...text.matchAll(/_count\{method="GET",route="([^"]+)",status="40[14]"\} (\d+)/g)]
    const counts = Object.fromEntries(asked.map(([, route, count]) => [route, Number(count)]))
    expect(counts).toMatchObject({ '/api/uploads/{id}': 100, '/api/auth/{nextauth}': 50, '/api': 1 })
    expect(Object.keys(counts).filter((route) => /j\d|%|auth\/x/.test(route))).toEqual([])
  })
})

describe('readiness', () => {
  it('requires a worker with a recent heartbeat and completed migrations, and names what is missing', async () => {
    const all = { ready: true, database: true, migrations: true, worker: true }
    expect(await readiness()).toEqual({ ...all, ready: false, worker: false })
    await db().$executeRaw`insert into worker_heartbeats (id, seen_at) values ('one', now())`
    expect(await readiness()).toEqual(all)
    await queryAsOwner('update _prisma_migrations set finished_at = null')
    expect(await readiness()).toEqual({ ...all, ready: false, migrations: false })
  })
})

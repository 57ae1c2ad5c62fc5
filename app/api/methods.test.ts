import '@/lib/platform/testing/settings'
import fs from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { expect, it } from 'vitest'
import { env } from '@/lib/platform/env.server'

type Handler = ((request: NextRequest, context: { params: Promise<object> }) => Promise<Response>) & {
  spec?: { recorded?: boolean; handle: unknown }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Methods = Record<(typeof METHODS)[number], Handler>

const routes = await Promise.all(
  (fs.readdirSync(import.meta.dirname, { recursive: true }) as string[])
    .filter((file) => path.basename(file) === 'route.ts')
    .map(async (file) => ({
      file,
      ...((await import(path.join(import.meta.dirname, file))) as Methods),
    })),
)
const recorded = routes.filter(({ GET }) => GET.spec?.recorded)

it.each(routes)('$file answers every method itself: Next would refuse one without our headers', (route) => {
  expect(METHODS.filter((method) => !route[method])).toEqual([])
})

it('exactly the GET routes that write to the audit log are declared as recorded', () => {
  const writing = routes.filter(({ GET }) => /\b(auditActor|by)\b/.test(String(GET.spec?.handle)))
  expect(recorded.map(({ file }) => file)).toEqual(writing.map(({ file }) => file))
  expect(recorded.length).toBeGreaterThan(10)
})

it.each(recorded)(
  'HEAD of $file is refused: it would record a download that nobody received',
  async ({ GET }) => {
    const ours = new URL('/api/x', env().NEXTAUTH_URL)
    const request = new NextRequest(ours, { method: 'HEAD', headers: { host: ours.host } })
    const answer = await GET(request, { params: Promise.resolve({}) })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  },
)

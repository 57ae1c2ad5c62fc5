import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import type { Role } from '@/lib/auth/roles'
import type { ByKey } from '@/lib/http/by-key'
import { SCOPES } from '@/lib/keys/scopes'
import { apiPageOf } from './api-page'
import { type Described, openApiOf } from './document'

const API = path.resolve(import.meta.dirname, '..')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
type Spec = {
  byKey?: ByKey
  roles?: Role[]
  body?: ZodType
  query?: ZodType
  idempotent?: boolean
  stepUp?: boolean
}
type Route = { path: string; method: string; spec?: Spec }

/** Every method of every route.ts below app/api, as the built office has it. */
async function everyRoute(): Promise<Route[]> {
  const files = (fs.readdirSync(API, { recursive: true }) as string[]).filter(
    (file) => path.basename(file) === 'route.ts',
  )
  const routes = await Promise.all(
    files.map(async (file) => {
      const handlers = (await import(path.join(API, file))) as Record<
        string,
        ((...given: unknown[]) => unknown) & { spec?: Spec }
      >
      const url = `/api/${path.dirname(file)}`.replaceAll(/\[(\w+)\]/g, '{$1}')
      return METHODS.filter((method) => handlers[method]).map((method) => ({
        path: url,
        method,
        spec: handlers[method]?.spec,
      }))
    }),
  )
  return routes.flat()
}

const routes = await everyRoute()
const open = routes.flatMap(({ path, method, spec }): Described[] =>
  spec?.byKey ? [{ path, method, ...spec, byKey: spec.byKey }] : [],
)
const document = openApiOf(open)
type Operation = { operationId: string; 'x-scope': string; responses: Record<string, unknown> }
const paths = document.paths as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ url, method: method.toUpperCase(), ...operation })),
)

describe('the OpenAPI document', () => {
  it('is what the route files define; after a change: npm run openapi', async () => {
    await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('data/openapi.json')
  })

  it('has its page for people', async () => {
    await expect(apiPageOf(document)).toMatchFileSnapshot('../../../docs/api.md')
  })

  it('holds every route that a key reaches and no other', () => {
    expect(open.length).toBeGreaterThan(30)
    expect(operations.map(({ url, method }) => `${method} ${url}`).sort()).toEqual(
      open.map((route) => `${route.method} ${route.path}`).sort(),
    )
  })

  it('names every operation once, with a scope that exists', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { 'x-scope': scope } of operations) expect([...SCOPES, 'any']).toContain(scope)
    expect(new Set(operations.map((one) => one['x-scope']))).toEqual(new Set([...SCOPES, 'any']))
  })

  it('says what every route answers: a schema of its JSON, or the type of its file', () => {
    const silent = open.filter(({ byKey }) => !byKey.answer && !byKey.media)
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    for (const { url, responses } of operations) expect(Object.keys(responses), url).toContain('default')
  })

  it('leaves administration, accounts and sensitive acts to people', () => {
    const reachable = open.map((route) => route.path)
    expect(reachable.filter((url) => /^\/api\/(admin|account|auth|events|attempts)\b/.test(url))).toEqual([])
    expect(routes.filter(({ spec }) => spec?.byKey && spec.stepUp)).toEqual([])
  })

  it('refers only to what it holds', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref ?? '')
    const at = (ref: string) =>
      ref.split('/').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], document)
    expect(refs.length).toBeGreaterThan(10)
    expect(refs.filter((ref) => at(ref) === undefined)).toEqual([])
  })
})

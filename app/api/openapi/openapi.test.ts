import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import type { Role } from '@/lib/auth/roles'
import type { ApiKeyAccess } from '@/lib/http/api-key-access'
import { SCOPES } from '@/lib/keys/scopes'
import { MEDIA_TYPES, mediaTypesOf } from '@/lib/tables/media-types'
import { NOT_SENT_PROBLEMS } from '@/lib/verifications/check/problems'
import { apiPageOf } from './api-page'
import { type Described, openApiOf } from './document'
import { ERROR_CODES } from './error-codes'
import { SEND_AGAIN } from './error-repairs'
import { problemAnswer } from './problem-answer'

const API = path.resolve(import.meta.dirname, '..')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
type Spec = {
  byKey?: ApiKeyAccess
  roles?: Role[]
  body?: ZodType
  query?: ZodType
  idempotent?: boolean
  stepUp?: boolean
}
type Route = { path: string; method: string; spec?: Spec }

/** Every method of every route.ts in app/api, as the build has it. */
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
type Schema = {
  type?: string
  enum?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  maxLength?: number
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  'x-scope': string
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
const paths = document.paths as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ url, method: method.toUpperCase(), ...operation })),
)

describe('the OpenAPI document', () => {
  it('matches the route files; after a change, run npm run openapi', async () => {
    await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('data/openapi.json')
  })

  it('has its Markdown page', async () => {
    await expect(apiPageOf(document)).toMatchFileSnapshot('../../../docs/api.md')
  })

  it('has every route that a key can use and no other', () => {
    expect(open.length).toBeGreaterThan(30)
    expect(operations.map(({ url, method }) => `${method} ${url}`).sort()).toEqual(
      open.map((route) => `${route.method} ${route.path}`).sort(),
    )
  })

  it('has a unique name and an existing scope for every operation', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { 'x-scope': scope } of operations) expect([...SCOPES, 'any']).toContain(scope)
    expect(new Set(operations.map((one) => one['x-scope']))).toEqual(new Set([...SCOPES, 'any']))
  })

  it('has for every route a schema of its JSON, or the type of its file', () => {
    const silent = open.filter(({ byKey }) => !byKey.answer && !byKey.media)
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    for (const { url, responses } of operations) expect(Object.keys(responses), url).toContain('default')
  })

  it('names the media type of every format that a route offers', () => {
    const offers = operations.flatMap(({ url, parameters = [], requestBody, responses }) => {
      const inBody = requestBody?.content['application/json']?.schema.properties?.format
      const formats = (parameters.find(({ name }) => name === 'format')?.schema ?? inBody)?.enum ?? []
      const known = formats.filter((format) => format in MEDIA_TYPES) as (keyof typeof MEDIA_TYPES)[]
      return known.length > 0 ? [{ url, named: Object.keys(responses['200']?.content ?? {}), known }] : []
    })
    expect(offers.length).toBeGreaterThan(4)
    for (const { url, named, known } of offers) expect(named.sort(), url).toEqual(mediaTypesOf(known).sort())
  })

  it('does not call a JSON file a string', () => {
    const types = operations.map(
      ({ responses }) => responses['200']?.content?.['application/json']?.schema.type,
    )
    expect(types).not.toContain('string')
  })

  it('says what every query parameter may be', () => {
    const asked = operations.flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === 'query'))
    const open = asked.filter(({ schema: { type, enum: values, items, minimum, maximum, maxLength } }) =>
      type === 'integer'
        ? minimum === undefined || maximum === undefined
        : !(values ?? items?.enum ?? maxLength),
    )
    expect(open).toEqual([])
    for (const { name, schema, ...how } of asked) {
      if (name === 'size') expect(schema).toEqual({ default: 50, type: 'integer', minimum: 1, maximum: 100 })
      if (schema.type === 'array') expect(how).toMatchObject({ style: 'form', explode: false })
    }
  })

  it('lists the values of every difference and event, because their lists are closed', () => {
    const { Verification, Review } = (document.components as { schemas: Record<string, Schema> }).schemas
    const at = (schema: Schema | undefined, ...names: string[]) =>
      names.reduce((one, name) => (one?.items ?? one)?.properties?.[name], schema)
    const search = operations.find(({ url }) => url === '/api/reviews/search')?.requestBody?.content
    const closed = [
      at(search?.['application/json']?.schema, 'differences')?.items,
      at(Review, 'differenceTypes')?.items,
      at(Review, 'timeline', 'kind'),
      ...[Verification, Review].flatMap((one) => {
        const compared = at(one, 'comparison')?.anyOf?.[0]
        return [at(compared, 'differences', 'type'), at(compared, 'differences', 'level')]
      }),
    ]
    expect(closed.map((schema) => schema?.enum?.length)).toEqual([17, 17, 12, 17, 3, 17, 3])
  })

  it('has whole numbers only, and no bounds that nobody set', () => {
    expect([...JSON.stringify(document).matchAll(/"type":\[?"number"|9007199254740991/g)]).toEqual([])
  })

  it('lists the fields of every body on its page', () => {
    const page = apiPageOf(document)
    for (const { url, method, requestBody } of operations) {
      if (!requestBody?.content['application/json']) continue
      const [, part = ''] = page.split(`### ${method} ${url}\n`)
      expect(part.split('- Answers:')[0], url).toMatch(/`\w+`.*: /)
    }
  })

  it('leaves out administration, accounts and sensitive actions', () => {
    const reachable = open.map((route) => route.path)
    expect(reachable.filter((url) => /^\/api\/(admin|account|auth|events|attempts)\b/.test(url))).toEqual([])
    expect(routes.filter(({ spec }) => spec?.byKey && spec.stepUp)).toEqual([])
  })

  it('has no dangling references', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref ?? '')
    const at = (ref: string) =>
      ref.split('/').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], document)
    expect(refs.length).toBeGreaterThan(10)
    expect(refs.filter((ref) => at(ref) === undefined)).toEqual([])
  })
})

describe('the table of error codes', () => {
  const ROOT = path.resolve(import.meta.dirname, '../../..')
  const FOLDERS = 'lib/{http,keys,uploads,verifications,reviews,exports,payments,platform}/**/*.ts'
  /**
   * Codes that only people can get: views, rules and their own keys, what an admin types and loads, approval and choice
   * on the page of an upload, the stream of a page.
   */
  const PEOPLE =
    /^(address_\w+|metrics_token|profile_exists|register_\w+|secret_unreadable|setting_changed|keys_full|not_masked|not_waiting_for_approval|rules_changed|too_many_rules|known_not_offered|streams_open)$/
  const sources = fs
    .globSync(FOLDERS, { cwd: ROOT, exclude: (name) => name.includes('testing') })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8'))
  const listed = Object.values(ERROR_CODES).flatMap((rows) => rows.map(([code]) => code))

  it('has every code with which these routes refuse, each once', () => {
    const given =
      /(?:new Refusal\(\s*\d+,\s*|params: \{ code: |(?:\bbad|\bconflict|\brefuse|\brefused)\(\s*)'([a-z_]+)'/g
    const codes = sources.flatMap((text) => [...text.matchAll(given)].map(([, code]) => code ?? ''))
    const stored = Object.keys(NOT_SENT_PROBLEMS)
    const met = new Set([...codes, ...stored].filter((code) => !PEOPLE.test(code)))
    expect(met.size).toBeGreaterThan(60)
    expect([...met].filter((code) => !listed.includes(code))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('names Retry-After only where a refusal has it', () => {
    const waits = Object.values(ERROR_CODES)
      .flat()
      .filter(([, , , repair]) => repair.startsWith(SEND_AGAIN))
    expect(
      waits.map(([code, status]) => `${status} ${code}`).filter((one) => !/^(429|503)/.test(one)),
    ).toEqual([])
  })

  it('has every field that these routes add to a refusal', () => {
    const added = sources.flatMap((text) =>
      [...text.matchAll(/extra: \{ (\w+)/g)].map(([, name]) => name ?? ''),
    )
    expect(added).toContain('verificationId')
    expect(added.filter((name) => !(name in problemAnswer.shape))).toEqual([])
  })

  it('has no code that nothing returns', () => {
    const all = fs
      .globSync('lib/**/*.ts', { cwd: ROOT, exclude: (name) => name === 'generated' })
      .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n')
    const gone = listed.filter((code) => !new RegExp(`\\b${code}\\b`).test(all))
    expect(gone).toEqual([])
  })
})

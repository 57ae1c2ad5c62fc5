import { type ZodType, z } from 'zod'
import * as answers from '@/app/api/openapi/answers'
import * as paymentAnswers from '@/app/api/openapi/payment-answers'
import { problemAnswer } from '@/app/api/openapi/problem-answer'
import * as reportAnswers from '@/app/api/openapi/report-answers'
import * as reviewAnswers from '@/app/api/openapi/review-answers'
import type { Role } from '@/lib/auth/roles'
import type { ApiKeyAccess } from '@/lib/http/api-key-access'

/** Input of the document: a route as its file defines it. */
export type Described = {
  /** `/api/uploads/{id}` */
  path: string
  method: string
  byKey: ApiKeyAccess
  roles?: Role[]
  body?: ZodType
  query?: ZodType
  idempotent?: boolean
  maxBytes?: number
}
type Json = Record<string, unknown>

const PROBLEMS = {
  '': 'Anything else that was not done; `code` says why. A repeated request with its Idempotency-Key spends nothing.',
  '401': 'The key is missing, wrong, revoked or expired, or its owner is deactivated.',
  '403': 'The key doesn’t have the scope, or its owner doesn’t have the role.',
  '404': 'There is nothing here that the owner can see.',
  '422': 'A field or the file is wrong; `errors` names each field.',
  '429': 'Too many requests. Wait as long as Retry-After says.',
}

const RETRY_AFTER = { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 0 } } }

const schemaOf = (schema: ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as Json
  return rest
}

/** The named response schemas: `verificationAnswer` is `Verification`. */
const NAMES = new Map(
  Object.entries({
    ...answers,
    problemAnswer,
    ...paymentAnswers,
    ...reviewAnswers,
    ...reportAnswers,
  }).flatMap(([name, value]) =>
    name.endsWith('Answer') ? [[value as ZodType, `${name[0]?.toUpperCase()}${name.slice(1, -6)}`]] : [],
  ),
)

const answerOf = (answer: ZodType): Json => {
  const name = NAMES.get(answer)
  return name ? { $ref: `#/components/schemas/${name}` } : schemaOf(answer, 'output')
}

/** Every named schema that the routes use, by name. */
const schemasOf = (routes: readonly Described[]): Json =>
  Object.fromEntries(
    [...NAMES]
      .filter(([schema]) => schema === problemAnswer || routes.some(({ byKey }) => byKey.answer === schema))
      .map(([schema, name]) => [name, schemaOf(schema, 'output')]),
  )

const json = (schema: Json, media = 'application/json') => ({ content: { [media]: { schema } } })

/** The OpenAPI 3.1 document of every route that an API key can use, sorted by path. */
export function openApiOf(routes: readonly Described[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of [...routes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    paths[route.path] ??= {}
    Object.assign(paths[route.path] as Json, { [route.method.toLowerCase()]: operationOf(route) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Accord',
      version: '1',
      description:
        'Checks of account holders, uploads, reviews and exports. A key acts as the person who made it: with that person’s roles, records and four eyes.',
    },
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: acc_…' } },
      schemas: schemasOf(routes),
      responses: Object.fromEntries(
        Object.entries(PROBLEMS).map(([status, text]) => [
          `Problem${status}`,
          { ...problem(text), ...(status === '429' && { headers: RETRY_AFTER }) },
        ]),
      ),
    },
  }
}

const problem = (description: string) => ({
  description,
  ...json({ $ref: '#/components/schemas/Problem' }, 'application/problem+json'),
})

function operationOf(route: Described): Json {
  const { byKey, roles = [] } = route
  return {
    operationId: byKey.operationId ?? operationId(route),
    summary: byKey.summary,
    'x-scope': byKey.scope,
    ...(roles.length > 0 && { 'x-roles': roles }),
    ...listed('parameters', parametersOf(route)),
    ...bodyOf(route),
    responses: responsesOf(route),
  }
}

/** `post /api/reviews/{id}/take-over` → `postReviewsTakeOver`, `get /api/uploads/{id}` → `getUploadsById` */
function operationId({ path, method }: Described): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word && word !== 'api' && word !== 'id')
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  return `${method.toLowerCase()}${name}${path.endsWith('{id}') ? 'ById' : ''}`
}

const listed = (name: string, items: unknown[]) => (items.length > 0 ? { [name]: items } : {})

function parametersOf({ path, query, idempotent, byKey }: Described): Json[] {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'number' ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' },
  }))
  const { properties = {}, required = [] } = query ? (schemaOf(query, 'input') as QuerySchema) : {}
  // the input of a number is a text, whose schema has no default
  const { properties: read = {} } = query ? (schemaOf(query, 'output') as QuerySchema) : {}
  const asked = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema: schema.type === 'integer' ? { default: read[name]?.default, ...schema } : schema,
  }))
  const header = (name: string, description: string, schema: Json = { type: 'string' }) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  })
  const once = header(
    'Idempotency-Key',
    'A new UUID for each intended request; the same one returns the stored answer.',
    {
      type: 'string',
      format: 'uuid',
    },
  )
  const own = Object.entries(byKey.headers ?? {}).map(([name, text]) => header(name, text))
  return [...ids, ...asked, ...(idempotent ? [once] : []), ...own]
}
type QuerySchema = { properties?: Record<string, Json>; required?: string[] }

function bodyOf({ body, maxBytes = 0, byKey: { bodyAs } }: Described): Json {
  if (bodyAs)
    return {
      requestBody: {
        required: true,
        description: `${bodyAs.text} At most ${maxBytes.toLocaleString('en')} bytes.`,
        ...json({ type: 'string', format: 'binary' }, bodyAs.media),
      },
    }
  return body ? { requestBody: { required: true, ...json(schemaOf(body, 'input')) } } : {}
}

function responsesOf({ path, body, query, byKey, idempotent }: Described): Json {
  const { answers = [200], answer, media } = byKey
  // a JSON file can be any value
  const file = (type: string) => (type === 'application/json' ? {} : { type: 'string', format: 'binary' })
  const content = {
    ...(answer && { 'application/json': { schema: answerOf(answer) } }),
    ...Object.fromEntries((media ?? []).map((type) => [type, { schema: file(type) }])),
  }
  const wanted = [
    '401',
    '403',
    ...(path.includes('{') ? ['404'] : []),
    ...(body || query || byKey.bodyAs ? ['422'] : []),
    '429',
  ]
  return {
    ...Object.fromEntries(
      answers.map((status) => [status, { description: MEANING[status] ?? 'Done.', content }]),
    ),
    ...(idempotent && {
      '409': problem(
        'Its state doesn’t allow it, or the Idempotency-Key was used for another request or by one that still runs; `code` says which.',
      ),
    }),
    ...Object.fromEntries(
      wanted.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
    default: { $ref: '#/components/responses/Problem' },
  }
}
const MEANING: Record<number, string> = { 201: 'Made.', 202: 'Accepted: the check is in the queue.' }

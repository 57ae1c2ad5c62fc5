import { z } from 'zod'
import { bulkSchema, payloadSchema } from '../verifications/schema'
import * as responses from './responses'

type Operation = {
  method: 'get' | 'post'
  path: string
  summary: string
  body?: z.ZodType
  response: z.ZodType
  errors: number[]
  query?: object[]
}

const tokenForm = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
})
const pair = payloadSchema.omit({ sandbox_result: true })
const bulkBody = bulkSchema.extend({ verifications: z.array(pair).min(1).max(2000) })
const page = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } }
const base = '/account-holder-verifications'

/** The seven endpoints in the order of section 4. */
const OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/oauth2/token',
    summary: 'Obtain an access token',
    body: tokenForm,
    response: responses.tokenResponse,
    errors: [400, 401, 413, 429],
  },
  {
    method: 'post',
    path: base,
    summary: 'Single verification',
    body: pair,
    response: responses.verificationResponse,
    errors: [400, 401, 403, 413, 429],
  },
  {
    method: 'get',
    path: `${base}/{id}`,
    summary: 'Read a verification',
    response: responses.verificationResponse,
    errors: [401, 404, 429],
  },
  {
    method: 'post',
    path: `${base}/bulk`,
    summary: 'Submit a bulk',
    body: bulkBody,
    response: responses.bulkCreatedResponse,
    errors: [400, 401, 403, 413],
  },
  {
    method: 'get',
    path: `${base}/bulk/{id}`,
    summary: 'Status and counters of a bulk',
    response: responses.bulkResponse,
    errors: [401, 404],
  },
  {
    method: 'get',
    path: `${base}/bulk/{id}/items`,
    summary: 'Items of a bulk, page by page',
    response: responses.itemsResponse,
    errors: [400, 401, 404],
    query: [page],
  },
  {
    method: 'post',
    path: `/sandbox${base}`,
    summary: 'Single verification with a forced outcome',
    body: payloadSchema,
    response: responses.verificationResponse,
    errors: [400, 401, 413],
  },
]

const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'output') => {
  const {
    $schema: _,
    id: __,
    ...rest
  } = z.toJSONSchema(schema, { io, reused: 'inline' }) as Record<string, unknown>
  return rest
}

const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } })

function operationOf({ path, summary, body, response: answer, errors, query = [] }: Operation) {
  const isToken = path === '/oauth2/token'
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const refusals = [...errors, 500].map((status) => [
    status,
    { description: 'Refused', ...json({ $ref: '#/components/schemas/Error' }) },
  ])
  return {
    summary,
    ...(isToken && { security: [] }),
    parameters: [...(path.includes('{id}') ? [id] : []), ...query],
    ...(body && {
      requestBody: {
        required: true,
        ...json(schemaOf(body, 'input'), isToken ? 'application/x-www-form-urlencoded' : undefined),
      },
    }),
    responses: {
      200: { description: 'Success', ...json(schemaOf(answer)) },
      ...Object.fromEntries(refusals),
    },
  }
}

/** The OpenAPI 3.1 description of the service, generated from the schemas that the code and the tests use. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of OPERATIONS)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation) }
  return {
    openapi: '3.1.0',
    info: { title: 'Account Holder Verification Service', version: '1.0.0' },
    servers: [{ url: '/api-v1' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { Error: schemaOf(responses.errorResponse) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ask, type Got, type WireRequest } from './wire'

type Json = Record<string, unknown>
type Content = Record<string, { schema: Json }>
type Operation = { responses: Record<string, { $ref?: string; content?: Content }> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Record<string, { content: Content }> }
}

const file = path.join(import.meta.dirname, '../../app/api/openapi/data/openapi.json')
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document

/** Every operation of the OpenAPI document, as `GET /api/uploads/{id}`. */
export const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

const UUID = '[0-9a-fA-F-]{36}'
const templates = OPERATIONS.map((name) => {
  const [method, path = ''] = name.split(' ')
  return {
    name,
    shape: new RegExp(`^${method} ${path.replaceAll('{id}', UUID).replaceAll('{number}', '[0-9]+')}$`),
  }
})

/** The operation of the document that a request belongs to, if any. */
export const operationOf = (method: string, url: string): string | undefined =>
  templates.find(({ shape }) => shape.test(`${method} ${url.split('?')[0]}`))?.name

const known = new Map<string, z.ZodType>()
/** Converts a schema to zod: names in the document become local ones. */
function schemaOf(name: string, schema: Json): z.ZodType {
  const local = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'))
  const found = known.get(name) ?? z.fromJSONSchema({ ...local(schema), $defs: local(components.schemas) })
  known.set(name, found)
  return found
}

/**
 * Compares a response with the document: its status, its media type and, when it is JSON, every field.
 * @returns the differences
 */
export function differences(name: string, { status, headers, body }: Got): string[] {
  const [method = '', path = ''] = name.split(' ')
  const { responses } = paths[path]?.[method.toLowerCase()] ?? { responses: {} }
  const key = responses[status] ? String(status) : 'default'
  if (status < 400 && key === 'default')
    return [`${name} answers ${status}, which the document does not know`]
  const found = responses[key]
  const { content = {} } = found?.$ref
    ? (components.responses[found.$ref.split('/').at(-1) ?? ''] ?? {})
    : (found ?? {})
  const type = String(headers['content-type']).split(';')[0] ?? ''
  const [[media, { schema }] = ['', { schema: {} }]] = Object.entries(content)
  if (!/json$/.test(media)) return []
  if (type !== media) return [`${name} answers ${type}, the document says ${media}`]
  const read = schemaOf(`${name} ${key}`, schema).safeParse(body)
  return read.success
    ? []
    : read.error.issues.map((issue) => `${name} ${status}: ${issue.path.join('.')} ${issue.message}`)
}

/** Sends requests like an API client, and records the operations with a successful response. */
export function program(secret: string, answered: Set<string>) {
  return async (
    name: string,
    asked: Omit<WireRequest, 'path' | 'method'> & { id?: string; number?: number; query?: string } = {},
  ) => {
    const [method = '', path = ''] = name.split(' ')
    const { id = '', number = 1, query = '', headers, ...rest } = asked
    const url = `${path.replace('{id}', id).replace('{number}', String(number))}${query}`
    const type: Record<string, string> =
      typeof rest.body === 'string' ? { 'content-type': 'application/json' } : {}
    const got = await ask({
      ...rest,
      method,
      path: url,
      headers: { authorization: `Bearer ${secret}`, ...type, ...(headers as Record<string, string>) },
    })
    if (got.status >= 300) throw new Error(`${name}: ${got.status} ${got.text.slice(0, 300)}`)
    const wrong = differences(name, got)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    answered.add(name)
    return got
  }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type RawRequest, type RawResponse, sendRaw } from './http'

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
    pattern: new RegExp(`^${method} ${path.replaceAll('{id}', UUID).replaceAll('{number}', '[0-9]+')}$`),
  }
})

/** Finds the operation of the document for a request. */
export const findOperation = (method: string, url: string): string | undefined =>
  templates.find(({ pattern }) => pattern.test(`${method} ${url.split('?')[0]}`))?.name

const zodTypes = new Map<string, z.ZodType>()
/** Converts a schema of the document to zod, with its references made local. */
function toZod(name: string, schema: Json): z.ZodType {
  const localRefs = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'))
  const found =
    zodTypes.get(name) ?? z.fromJSONSchema({ ...localRefs(schema), $defs: localRefs(components.schemas) })
  zodTypes.set(name, found)
  return found
}

/**
 * Compares a response with the document: its status, its media type and, when it is JSON, every field.
 * @returns the differences
 */
export function contractDifferences(name: string, { status, headers, body }: RawResponse): string[] {
  const [method = '', path = ''] = name.split(' ')
  const { responses } = paths[path]?.[method.toLowerCase()] ?? { responses: {} }
  const key = responses[status] ? String(status) : 'default'
  if (status < 400 && key === 'default') return [`${name} answers ${status}, which is not in the document`]
  const response = responses[key]
  const { content = {} } = response?.$ref
    ? (components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {})
    : (response ?? {})
  const mediaType = String(headers['content-type']).split(';')[0] ?? ''
  const { schema } = content[mediaType] ?? {}
  if (!schema) return [`${name} answers ${mediaType}, the document says ${Object.keys(content).join(', ')}`]
  if (schema.format === 'binary') return []
  const result = toZod(`${name} ${key}`, schema).safeParse(body)
  return result.success
    ? []
    : result.error.issues.map((issue) => `${name} ${status}: ${issue.path.join('.')} ${issue.message}`)
}

/** Sends requests like an API client, and records the operations with a successful response. */
export function apiClient(secret: string, covered: Set<string>) {
  return async (
    name: string,
    options: Omit<RawRequest, 'path' | 'method'> & { id?: string; number?: number; query?: string } = {},
  ) => {
    const [method = '', path = ''] = name.split(' ')
    const { id = '', number = 1, query = '', headers, ...rest } = options
    const url = `${path.replace('{id}', id).replace('{number}', String(number))}${query}`
    const type: Record<string, string> =
      typeof rest.body === 'string' ? { 'content-type': 'application/json' } : {}
    const response = await sendRaw({
      ...rest,
      method,
      path: url,
      headers: { authorization: `Bearer ${secret}`, ...type, ...(headers as Record<string, string>) },
    })
    if (response.status >= 300) throw new Error(`${name}: ${response.status} ${response.text.slice(0, 300)}`)
    const found = contractDifferences(name, response)
    if (found.length > 0) throw new Error(found.join('\n'))
    covered.add(name)
    return response
  }
}

import { GUIDE } from './api-guide'
import { ERROR_CODES } from './error-codes'

type Json = Record<string, unknown>
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json }
type Operation = {
  summary: string
  'x-scope': string
  'x-roles'?: string[]
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Record<string, { schema: Json }> }
  responses: Record<string, unknown>
}

/** The same document for people, in Markdown. */
export function apiPageOf(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const routes = Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeOf(url, method, operation)),
  )
  const { schemas } = document.components as { schemas: Record<string, Json> }
  return [GUIDE, routes.join('\n'), answersOf(schemas), codes()].join('\n')
}

/** The fields of the named schemas, one per line. */
function answersOf(schemas: Record<string, Json>): string {
  const parts = Object.entries(schemas).map(([name, schema]) =>
    [`### ${name}`, '', ...fieldsOf(schema, ''), ''].join('\n'),
  )
  return [
    '## Answers',
    '',
    'A field with `?` may be missing. `null` is listed where it is possible.',
    '',
    ...parts,
  ].join('\n')
}

/** The fields of an object, each followed by those of its nested objects. */
function fieldsOf(schema: Json, indent: string): string[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, one]) => [
    `${indent}- \`${name}${required.includes(name) ? '' : '?'}\`: ${typeOf(one)}`,
    ...fieldsOf(innermost(one), `${indent}  `),
  ])
}

/** The schema without `null` and without the list around it. */
function innermost(schema: Json): Json {
  const some = (schema.anyOf as Json[] | undefined)?.find(({ type }) => type !== 'null')
  if (some) return innermost(some)
  return schema.type === 'array' ? innermost((schema.items ?? {}) as Json) : schema
}

const codes = () =>
  [
    '## Error codes',
    '',
    ...Object.entries(ERROR_CODES).flatMap(([about, rows]) => [
      `### ${about}`,
      '',
      '| Code | Status | Means | Do |',
      '|---|---|---|---|',
      ...rows.map(([code, status, means, repair]) => `| \`${code}\` | ${status} | ${means} | ${repair} |`),
      '',
    ]),
    'A missing field is `<field>_required`, and one of another type `type_<type>`; `errors` names it. For any other 4xx, read',
    '`title` and don’t send the request again unchanged. For any other 5xx, retry later with the same Idempotency-Key.',
    '',
  ].join('\n')

function routeOf(url: string, method: string, operation: Operation): string {
  const roles = operation['x-roles']
  const scope = operation['x-scope'] === 'any' ? 'any key' : `scope \`${operation['x-scope']}\``
  const lines = [
    `### ${method.toUpperCase()} ${url}`,
    '',
    `${operation.summary} (${scope}${roles ? `; its owner is ${roles.join(' or ')}` : ''})`,
    '',
    ...(operation.parameters ?? []).filter(({ in: place }) => place !== 'path').map(parameterLine),
    ...bodyLines(operation.requestBody),
    `- Answers: ${Object.entries(operation.responses)
      .filter(([status]) => status !== 'default')
      .map(([status, answer]) => `${status}${holds(answer as Answer)}`)
      .join(', ')}`,
    '',
  ]
  return lines.join('\n')
}

type Answer = { content?: Record<string, { schema: Json }> }

const isFile = (schema: Json) => schema.format === 'binary' || Object.keys(schema).length === 0

/** The content of a response: a named schema, its fields, or a file. */
function holds({ content }: Answer): string {
  const given = Object.entries(content ?? {}).filter(([media]) => !media.startsWith('application/problem'))
  const files = given.filter(([, { schema }]) => isFile(schema)).map(([media]) => `\`${media}\``)
  const fields = given
    .filter(([, { schema }]) => !isFile(schema))
    .map(([, { schema }]) => {
      const name = /\w+$/.exec(String(schema.$ref ?? ''))?.[0]
      return name ? `[${name}](#${name.toLowerCase()})` : typeOf(schema)
    })
  const forms = [...fields, ...(files.length > 0 ? [`a file, ${files.join(', ')}`] : [])]
  return forms.length > 0 ? ` (${forms.join('; ')})` : ''
}

const parameterLine = ({ name, in: place, required, description, schema }: Parameter) =>
  `- ${place} \`${name}\`${required ? ', required' : ''}: ${description ?? typeOf(schema)}${schema.type === 'array' ? ', separated by commas' : ''}`

function bodyLines(body: Operation['requestBody']): string[] {
  const [given] = Object.entries(body?.content ?? {})
  if (!given) return []
  const [media, { schema }] = given
  if (body?.description) return [`- body \`${media}\`: ${body.description}`]
  const forms = schema.oneOf as Json[] | undefined
  if (forms) return forms.flatMap((form, at) => [at === 0 ? '- either' : '- or', ...fieldsOf(form, '  ')])
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, one]) => [
    `- field \`${name}\`${required.includes(name) ? ', required' : ''}: ${typeOf(one)}`,
    ...fieldsOf(innermost(one), '  '),
  ])
}

/** A schema in a few words, with its limits and its default. */
function typeOf(schema: Json): string {
  const { default: given } = schema
  const shown = typeof given === 'number' || (typeof given === 'string' && given !== '')
  return `${kindOf(schema)}${shown ? `; default \`${given}\`` : ''}`
}

function kindOf(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (Array.isArray(schema.anyOf))
    return (schema.anyOf as Json[]).map((one) => (one.type === 'null' ? '`null`' : typeOf(one))).join(' or ')
  if ('const' in schema) return `\`${schema.const}\``
  if (schema.type === 'array') return listOf(schema)
  const types = [schema.type ?? 'text'].flat().map((type) => (type === 'null' ? '`null`' : type))
  const limits = [
    schema.minimum === undefined ? '' : ` from ${schema.minimum}`,
    schema.maximum === undefined ? '' : ` to ${schema.maximum}`,
    schema.maxLength === undefined ? '' : ` (at most ${schema.maxLength} characters)`,
  ]
  return [types.join(' or ') + limits.join(''), schema.format].filter(Boolean).join(', ')
}

function listOf({ items, maxItems }: Json): string {
  const item = (items ?? {}) as Json
  // of listed values, each can be given once anyway
  const limit = maxItems === undefined || item.enum ? '' : `(at most ${maxItems}) `
  return `list ${limit}of ${typeOf(item)}`
}

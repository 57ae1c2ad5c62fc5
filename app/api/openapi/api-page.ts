import fs from 'node:fs'
import path from 'node:path'
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

/** The files of docs/examples, which the browser tests run as they are. */
function example(ending: string): string {
  const file = `docs/examples/upload.${ending}`
  const text = fs.readFileSync(path.join(process.cwd(), file), 'utf8')
  return `[${file}](examples/upload.${ending}):\n\n\`\`\`${ending}\n${text}\`\`\`\n`
}

const BEGIN = `# Accord's own API

Everything here is made from the routes themselves (\`app/api/openapi\`); the same as OpenAPI 3.1: \`GET /api/openapi\`.

## Keys

A person makes a key in Account, API keys. It is shown once and lives for a year at most. It acts as that person: with the
roles, the records and the four eyes of that person, and only within its scopes. When the person is deactivated, or the key
is revoked, the next call is refused. A key ends with whatever throws its owner out: a new password through a link, a sign-out
everywhere or a reset of the second factor by an admin, groups of single sign-on that give no role any more. The key of
somebody who comes through single sign-on rests 30 days after their last sign-in and works again with the next. Administration, one's account and lost answers are never reached by a key.

Send it as \`Authorization: Bearer acc_…\`. A request with a key is judged by the key alone; a cookie beside it is not looked
at. A key may call 120 times a minute, 60 of them at once; then 429 with \`Retry-After\`.

Acts that spend credits want an \`Idempotency-Key\`, a new UUID for each intended act. Sending the same request with the same
key again answers from memory and spends nothing: after a lost connection, repeat with the same one.

Errors are \`application/problem+json\`: \`title\` is a sentence for people, \`code\` stays, \`requestId\` finds the request in the
log, and \`errors\` has a \`path\`, a \`code\` and a \`message\` for each field that is wrong. [All codes](#error-codes).

A JSON body may have 64 KiB. A field that is not listed is refused (\`unknown_field\`). Answers may get more fields at any time.

## Examples

One check in the sandbox, which costs nothing:

\`\`\`sh
curl -s https://accord.example/api/verifications \\
  -H "Authorization: Bearer $ACCORD_KEY" -H "Idempotency-Key: $(uuidgen)" -H "Content-Type: application/json" \\
  -d '{"environment":"sandbox","iban":"FR7630006000011234567890189","name":"Marie Durand"}'
\`\`\`

\`\`\`js
const answer = await fetch('https://accord.example/api/verifications', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.ACCORD_KEY}\`,
    'idempotency-key': crypto.randomUUID(),
    'content-type': 'application/json',
  },
  body: JSON.stringify({ environment: 'sandbox', iban: 'FR7630006000011234567890189', name: 'Marie Durand' }),
})
const check = await answer.json()
if (!answer.ok) throw new Error(check.code)
console.log(check.status, check.matchResult)
\`\`\`

\`\`\`python
import json, os, urllib.request, uuid

request = urllib.request.Request(
    "https://accord.example/api/verifications",
    data=json.dumps({"environment": "sandbox", "iban": "FR7630006000011234567890189", "name": "Marie Durand"}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['ACCORD_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as answer:
    check = json.load(answer)
print(check["status"], check["matchResult"])
\`\`\`

A check that answers 202 waits for its turn: read \`GET /api/verifications/{id}\` until \`status\` is no longer \`pending\`.
\`unknown\` means that the answer was lost: people decide what becomes of it, so do not send it again.

## Uploads

One gzip body of JSON lines, each ended by LF, with \`Content-Type: application/x-ndjson+gzip\`, \`Content-Length\` and
\`X-Accord-Bytes\`, the size before gzip. At most 100,000 rows; the file 20 MiB, a line of a row 64 KiB, the body 30 MiB with
gzip.

1. The head: \`rows\` of the file, how many of them are \`kept\`, \`hash\` (SHA-256 of the file, hex), \`fileName\`, optionally
   \`title\`; \`table\`, how the file is read; \`map\`, which columns (from 0) hold IBAN, name, reference and note; \`headers\`.
2. A line for each row in the order of the file, numbered by \`row\` from 1: \`iban\`, \`name\`, optionally \`reference\` and
   \`note\`; or \`skipped\` with the reason, for a row that is not to be sent.
3. \`original\`: the file in base64.

An upload begins as \`comparing\`: the server reads the file itself, with the \`table\` and \`map\` of the head, and
compares the IBAN and name of each row with it, cleaned by the same rules. A row that you changed must carry
\`"edited": true\`. If a row is neither the file's nor edited, if the numbers of rows differ, or if the file can't be
read, the upload becomes \`stopped\` with \`comparison.problem\`, the first such \`row\` and its \`field\`: nothing is
sent or billed. Otherwise sending starts, after the approval if one is needed.

From start to results: send, read \`GET /api/uploads/{id}\` every second or slower until \`status\` is \`completed\`, then read the
rows page by page. \`paused\` waits for a person and \`pauseReason\` says why; \`stopped\` sends nothing more.

${example('sh')}
${example('ts')}
${example('py')}
## Webhooks

An admin adds an address in Webhooks; it gets a POST for each finished upload (\`upload.finished\`) and for new reviews
(\`review.created\`), and for what every admin should hear of: somebody is newly a second person and decides nothing before
\`until\` (\`user.held\`), fewer people look at answers from now on (\`review_rules.loosened\`). The body holds ids, counts and links, never a name or an IBAN: read the rest with a key.

\`\`\`json
{"id":"…","event":"upload.finished","createdAt":"…","environment":"live","upload":{"id":"…","state":"completed","total":120,"answered":118,"url":"…"}}
{"id":"…","event":"review.created","createdAt":"…","environment":"live","count":2,"reviews":[{"id":"…","url":"…"},{"id":"…","url":"…"}]}
{"id":"…","event":"user.held","createdAt":"…","user":{"id":"…","why":"role_added","until":"…"}}
{"id":"…","event":"review_rules.loosened","createdAt":"…","user":{"id":"…"}}
\`\`\`

\`reviews\` names at most 100; \`count\` counts all. Answer with 2xx within 10 seconds. Anything else, a redirect too, is tried
again: first after 10 to 20 seconds, then after pauses that double with each try, up to 11 to 23 hours. After 14 tries, within
two days, it is given up; an admin can send it again. 30 failures in a row turn the webhook off. Events come at least once
and in no certain order: \`id\`, which is the header \`webhook-id\` too, is the same in every try and replay of an event.

Messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) says: \`webhook-signature\` holds
\`v1,<base64>\`, the HMAC-SHA-256 over \`<webhook-id>.<webhook-timestamp>.<body>\` with the bytes of the secret, that is of its
base64 after \`whsec_\`. While a secret is rotated there are two, with a space between; one that fits is enough. Check it before you
believe a body, and refuse what is older than five minutes. There are libraries for most languages:

\`\`\`js
import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(body, headers) // throws when it is not from Accord
\`\`\`

An older secret may have \`-\` and \`_\` where base64 has \`+\` and \`/\`: replace them and add \`=\` at the end, or rotate it. The
earlier headers \`Accord-Signature\`, \`Accord-Event\` and \`Accord-Delivery\` are still sent; the next version has them no more.

## Routes
`

/** The same document for people, in Markdown. */
export function apiPageOf(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const routes = Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeOf(url, method, operation)),
  )
  const { schemas } = document.components as { schemas: Record<string, Json> }
  return [BEGIN, routes.join('\n'), answersOf(schemas), codes()].join('\n')
}

/** What the named answers hold, one field a line. */
function answersOf(schemas: Record<string, Json>): string {
  const parts = Object.entries(schemas).map(([name, schema]) =>
    [`### ${name}`, '', ...fieldsOf(schema, ''), ''].join('\n'),
  )
  return [
    '## Answers',
    '',
    'A field with `?` may be missing; `null` is said where it can be.',
    '',
    ...parts,
  ].join('\n')
}

/** The fields of an object, and below each one those of the objects in it. */
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

/** What may be null or come in a list, alone. */
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
    'A field that is missing is `<field>_required`, one of another type `type_<type>`; `errors` names it. Any other 4xx: read',
    '`title`, do not send it again as it is. Any other 5xx: send it again later with the same Idempotency-Key.',
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

/** What an answer holds: one of the named ones, its fields, or a file. */
function holds({ content }: Answer): string {
  const [given] = Object.entries(content ?? {})
  if (!given || given[0].startsWith('application/problem')) return ''
  const [media, { schema }] = given
  if (schema.format === 'binary') return ` (a file, \`${media}\`)`
  const name = /\w+$/.exec(String(schema.$ref ?? ''))?.[0]
  return name ? ` ([${name}](#${name.toLowerCase()}))` : ` (${typeOf(schema)})`
}

const parameterLine = ({ name, in: place, required, description, schema }: Parameter) =>
  `- ${place} \`${name}\`${required ? ', required' : ''}: ${description ?? typeOf(schema)}`

function bodyLines(body: Operation['requestBody']): string[] {
  const [given] = Object.entries(body?.content ?? {})
  if (!given) return []
  const [media, { schema }] = given
  if (body?.description) return [`- body \`${media}\`: ${body.description}`]
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, one]) => [
    `- field \`${name}\`${required.includes(name) ? ', required' : ''}: ${typeOf(one)}`,
    ...fieldsOf(innermost(one), '  '),
  ])
}

/** A schema in a few words. */
function typeOf(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (Array.isArray(schema.anyOf))
    return (schema.anyOf as Json[]).map((one) => (one.type === 'null' ? '`null`' : typeOf(one))).join(' or ')
  if ('const' in schema) return `\`${schema.const}\``
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Json)}`
  return [schema.type ?? 'text', schema.format].filter(Boolean).join(', ')
}

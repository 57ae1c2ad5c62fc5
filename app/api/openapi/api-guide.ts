import fs from 'node:fs'
import path from 'node:path'

/** The files of docs/examples, which the browser tests run as they are. */
function example(ending: string): string {
  const file = `docs/examples/upload.${ending}`
  const text = fs.readFileSync(path.join(process.cwd(), file), 'utf8')
  return `[${file}](examples/upload.${ending}):\n\n\`\`\`${ending}\n${text}\`\`\`\n`
}

/** What people read before the list of routes. */
export const GUIDE = `# API

This page is generated from the route definitions (\`app/api/openapi\`). \`GET /api/openapi\` returns the same as OpenAPI 3.1.

## API keys

Send your key in every request as \`Authorization: Bearer acc_…\`. You create it in Account, API keys. It is shown once, and is valid for a year at most.

A key acts as its owner: with the owner's roles, records and four eyes, limited to the scopes of the key. A cookie in the same request is ignored. Administration, account pages and lost responses never accept a key.

| A key | When |
|---|---|
| stops working | its owner is deactivated, or the key is revoked |
| is revoked | The owner uses a link for a new password or signs out everywhere. An admin resets their second factor. Their single sign-on groups give no role any more. |
| pauses | the owner uses single sign-on, and their last sign-in is 30 days ago; it works again after the next |

Checks and uploads that a key asked for before it ended are still sent, unless its owner is deactivated or no longer an analyst.

## Requests

- **Rate limit:** a key may call 120 times a minute, 60 of them at once. Then the response is 429 with \`Retry-After\`.
- **Idempotency:** requests that spend credits or release payments need an \`Idempotency-Key\`, a new UUID for each intended action. For 24 hours, the same request with the same key returns the stored response with \`Idempotent-Replayed: true\` and spends nothing; another one is refused (\`idempotency_key_reused\`). A file is the same when its unpacked body is. After a lost connection, retry with the same key.
- **Size:** a JSON body may have 64 KiB.
- **Pages:** a list returns \`nextCursor\`. Send it as \`after\` to get the next page; it is \`null\` on the last one.
- **Unknown fields** are refused (\`unknown_field\`). Responses may get more fields at any time.

## Errors

Errors are \`application/problem+json\`. [All codes](#error-codes) are listed below.

| Field | Content |
|---|---|
| \`title\` | a sentence for people |
| \`code\` | a stable code |
| \`requestId\` | identifies the request in the log |
| \`errors\` | a \`path\`, a \`code\` and a \`message\` for each wrong field |
| \`verificationId\` | the record of a check that was not sent |

A missing field has the code \`<field>_required\`, and a field of another type has \`type_<type>\`. Each route lists its usual statuses. It may also return another code of the list, mostly 409 when the state doesn't allow the request.

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

A check that returns 202 is waiting. Poll \`GET /api/verifications/{id}\` until \`status\` is no longer \`pending\`. \`unknown\` means that the response was lost: don't send it again, because people resolve it. Until then, \`recheck\` is refused (\`verification_unknown\`).

## Uploads

An upload is one gzip body of JSON lines, each ended by LF. Send it with these headers:

| Header | Value |
|---|---|
| \`Content-Type\` | \`application/x-ndjson+gzip\` |
| \`Content-Length\` | the size of the body |
| \`X-Accord-Bytes\` | the size before gzip |

The limits are 100,000 rows, 20 MiB for the file, 64 KiB for a row's line, and 30 MiB for the body with gzip.

### The lines

1. **Head:** an object with these fields:
   - \`rows\` of the file, and how many of them are \`kept\`
   - \`hash\` (SHA-256 of the file, hex) and \`fileName\`, optionally \`title\`
   - \`table\`: how the file is read
   - \`map\`: which columns (from 0) hold IBAN, name, reference and note
2. **Rows:** one line for each row, in the order of the file, with \`row\` from 1. It has \`iban\` and \`name\`, optionally \`reference\` and \`note\`. A row that isn't to be sent has \`skipped\` with the reason instead.
3. **\`original\`:** the file in base64.

### Comparison with the file

An upload starts as \`comparing\`. The server reads the file itself, with the \`table\` and \`map\` of the head. It compares the IBAN and name of each row, cleaned by the same rules. A row that you changed must carry \`"edited": true\`. In a pain.001 file, they are those of the payee, whatever the \`map\` says.

The upload becomes \`stopped\` if a row is neither the file's nor edited, the row counts differ, or the file can't be read. \`comparison.problem\` says why, with the first such \`row\` and its \`field\`, or the \`line\` and \`element\` at which a payment file is broken. Nothing is sent or billed. Otherwise sending starts, after the approval if one is needed.

### From start to results

1. Send the upload.
2. Poll \`GET /api/uploads/{id}\` every second or slower until \`status\` is \`completed\`.
3. Read the rows page by page.

\`paused\` waits for a person, and \`pauseReason\` says why. \`stopped\` sends nothing more.

${example('sh')}
${example('ts')}
${example('py')}
## Webhooks

An admin adds an address on the page Webhooks. It gets a POST for each event. The body holds IDs, counts and links, never a name or an IBAN. Read the rest with a key.

| Event | When |
|---|---|
| \`upload.finished\` | an upload is \`completed\` or, after it was stopped, \`stopped\` |
| \`review.created\` | there are new reviews |
| \`payment_run.released\` | payments were released; sums by currency, exact, as text |
| \`user.held\` | a person is a new second person and decides nothing before \`until\` |
| \`review_rules.loosened\` | fewer people look at answers from now on |
| \`payment_policy.loosened\` | payments can be released on less evidence from now on |
| \`second_factor.loosened\` | a role no longer requires a second factor |
| \`limits.loosened\` | a limit is higher or off from now on |
| \`ping\` | an admin tests the address |

\`\`\`json
{"id":"…","event":"upload.finished","createdAt":"…","environment":"live","upload":{"id":"…","state":"completed","total":120,"answered":118,"url":"…"}}
{"id":"…","event":"review.created","createdAt":"…","environment":"live","count":2,"reviews":[{"id":"…","url":"…"},{"id":"…","url":"…"}]}
{"id":"…","event":"payment_run.released","createdAt":"…","environment":"live","paymentRun":{"id":"…","url":"…"},"release":{"number":1,"lines":37,"sums":{"EUR":"48120.10"},"held":{"lines":3,"sums":{"EUR":"4190.30"}}}}
{"id":"…","event":"user.held","createdAt":"…","user":{"id":"…","why":"role_added","until":"…"}}
{"id":"…","event":"review_rules.loosened","createdAt":"…","user":{"id":"…"}}
{"id":"…","event":"payment_policy.loosened","createdAt":"…","user":{"id":"…"}}
{"id":"…","event":"second_factor.loosened","createdAt":"…","user":{"id":"…"}}
{"id":"…","event":"limits.loosened","createdAt":"…","user":{"id":"…"}}
{"id":"…","event":"ping","createdAt":"…"}
\`\`\`

\`reviews\` lists at most 100; \`count\` counts all. \`why\` is \`role_added\`, \`link_used\`, \`factor_reset\` or \`reactivated\`.

### Deliveries and retries

Respond with 2xx within 10 seconds. Any other response, a redirect included, is retried with exponential backoff. The first retry comes after 10 to 20 seconds, the last after 11 to 23 hours. After 14 tries, within two days, the delivery fails; an admin can retry it. 30 failures in a row turn the webhook off.

Events are delivered at least once and in no guaranteed order. \`id\`, also in the header \`webhook-id\`, is the same in every retry and replay of an event. Events that wait when a webhook is turned off are delivered when it is turned on again, unless they are older than 30 days.

### Signatures

Messages are signed as in [Standard Webhooks](https://www.standardwebhooks.com). \`webhook-signature\` holds \`v1,<base64>\`: the HMAC-SHA-256 over \`<webhook-id>.<webhook-timestamp>.<body>\`. Its key is the secret's base64 after \`whsec_\`, decoded.

Verify the signature before you trust a body, and refuse messages older than five minutes. For 24 hours after a secret is rotated, there are two signatures, separated by a space. One valid signature is enough. Libraries exist for most languages:

\`\`\`js
import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(body, headers) // throws when it is not from Accord
\`\`\`

An older secret may have \`-\` and \`_\` where base64 has \`+\` and \`/\`. Replace them and add \`=\` at the end, or rotate the secret. The earlier headers \`Accord-Signature\`, \`Accord-Event\` and \`Accord-Delivery\` are still sent; the next version removes them.

## Routes
`

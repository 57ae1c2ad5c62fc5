import { madeAnswer, uploadsAnswer } from '@/app/api/openapi/answers'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { digestUpload, MAX_PACKED, receiveUpload } from '@/lib/uploads/intake/receive.server'
import { listUploads } from '@/lib/uploads/queries.server'
import { uploadsQuerySchema } from '@/lib/uploads/schema'
import { WIRE_BYTES, WIRE_TYPE } from '@/lib/uploads/wire'

const WIRE_TEXT =
  'gzip of JSON lines, each ended by LF: the head, the rows in their order, the original file. A row whose IBAN or name is not what the file says carries `"edited": true`. `known` in the head says what to do about pairs that were matched in the last 30 days in checks that the sender may open: `anew` (when not given) pays for every check, `take` uses those answers and needs the scope checks:read, `ask` sends nothing until a person chose on the page of the upload.'

/** GET: uploads, newest first. POST: a file with its rows (lib/uploads/wire.ts), accepted completely or not at all. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'uploads:read', summary: 'Uploads, newest first.', answer: uploadsAnswer },
    // fetched again on every live event
    ownAct: false,
    query: uploadsQuerySchema,
    handle: ({ query, actor }) => listUploads(query, actor),
  }),
  POST: defineRoute({
    byKey: {
      scope: 'uploads:write',
      summary:
        'Sends a file with its rows as one gzip body of JSON lines: the head, one line for each row, the original file in base64.',
      answers: [201],
      answer: madeAnswer,
      bodyAs: { media: WIRE_TYPE, text: WIRE_TEXT },
      headers: { [WIRE_BYTES]: 'Bytes of the body when unpacked.' },
    },
    roles: ['analyst'],
    idempotent: true,
    compareBy: {
      declared: ({ headers }) => [headers.get('content-length'), headers.get(WIRE_BYTES)],
      digest: digestUpload,
    },
    maxBytes: MAX_PACKED,
    handle: async ({ request, by }) => {
      const { id, bodyDigest } = await receiveUpload(request, by)
      return Object.assign(jsonResponse({ id }, 201), { bodyDigest })
    },
  }),
})

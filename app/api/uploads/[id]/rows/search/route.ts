import { rowsAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { searchRows } from '@/lib/uploads/rows.server'
import { rowsSearch } from '@/lib/uploads/schema'

/** A page of rows with their results, filtered by result and by part of a name, IBAN or reference. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'uploads:read',
      summary: "A page of an upload's rows, by result and by a part of a name, an IBAN or a reference.",
      answer: rowsAnswer,
    },
    body: rowsSearch,
    ownAct: false,
    handle: ({ params, body, actor }) => searchRows(params.id, body, actor),
  }),
})

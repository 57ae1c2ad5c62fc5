import { rowsAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { searchRows } from '@/lib/uploads/rows.server'
import { rowsQuerySchema } from '@/lib/uploads/schema'

/** A page of rows with their results. Text search uses …/rows/search, to stay out of the URL. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'uploads:read',
      summary: "A page of an upload's rows with their results.",
      answer: rowsAnswer,
    },
    ownAct: false,
    query: rowsQuerySchema,
    handle: ({ params, query, actor }) => searchRows(params.id, { ...query, text: '' }, actor),
  }),
})

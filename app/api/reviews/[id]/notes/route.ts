import { madeAnswer } from '@/app/api/openapi/answers'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { noteInput } from '@/lib/reviews/decision/schema'
import { addNote } from '@/lib/reviews/item/notes.server'

/** Adds a note. Notes are immutable. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: 'Adds a note to a review.',
      answers: [201],
      answer: madeAnswer,
    },
    roles: ['reviewer', 'analyst'],
    body: noteInput,
    handle: async ({ params, body, by }) => jsonResponse(await addNote(params.id, body.note, by), 201),
  }),
})

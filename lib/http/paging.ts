import { z } from 'zod'

const fail = (message: string) => ({ code: 'custom' as const, params: { code: 'pagination' }, message })

/** Page size in a query string: plain digits, 1 to 100. */
export const pageSize = z
  .string()
  .superRefine((value, context) => {
    if (!/^[1-9]\d{0,2}$/.test(value) || Number(value) > 100) context.addIssue(fail('size must be 1 to 100.'))
  })
  .transform(Number)

/** Where a page ended: a time and an id, opaque to callers. */
export type Cursor = { at: string; id: string }

export const writeCursor = (cursor: Cursor): string =>
  btoa(JSON.stringify([cursor.at, cursor.id])).replaceAll('=', '')

/** A cursor as we wrote it. Anything else is 422 `pagination`. */
export const cursor = z
  .string()
  .max(200)
  .transform((value, context): Cursor => {
    try {
      const [at, id] = JSON.parse(atob(value)) as [string, string]
      if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && /^[0-9a-f-]{36}$/.test(id)) return { at, id }
    } catch {
      // falls through to the refusal below
    }
    context.addIssue(fail('This cursor is not one of ours.'))
    return z.NEVER
  })

import { z } from 'zod'
import { isUuid } from '@/lib/platform/uuid'

const fail = (message: string) => ({ code: 'custom' as const, params: { code: 'pagination' }, message })

/** Page size in a query string: ASCII digits, 1 to 100. */
export const pageSize = z
  .string()
  .superRefine((value, context) => {
    if (!/^[1-9]\d{0,2}$/.test(value) || Number(value) > 100) context.addIssue(fail('size must be 1 to 100.'))
  })
  .transform(Number)

/** The end of a page: a time and an ID, opaque to callers. */
export type Cursor = { at: string; id: string }

export const writeCursor = (cursor: Cursor): string =>
  btoa(JSON.stringify([cursor.at, cursor.id])).replaceAll('=', '')

/** Whether a cursor's time is one that the database accepts. */
export function isMoment(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return false
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10))
}

/** Decodes our own cursors. Anything else is 422 `pagination`. */
export const cursor = z
  .string()
  .max(200)
  .transform((value, context): Cursor => {
    try {
      const [at, id] = JSON.parse(atob(value)) as [string, string]
      if (isMoment(at) && isUuid(id)) return { at, id }
    } catch {
      // falls through to the refusal below
    }
    context.addIssue(fail('The cursor is wrong. Use nextCursor as it was returned.'))
    return z.NEVER
  })

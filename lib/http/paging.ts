import { z } from 'zod'
import { isUuid } from '@/lib/platform/uuid'

const fail = (message: string) => ({ code: 'custom' as const, params: { code: 'pagination' }, message })

/** The end of a page: a time and an ID, opaque to callers. */
export type Cursor = { at: string; id: string }

/** Writes a position of any kind, opaque to callers. */
export const writeParts = (parts: readonly unknown[]): string =>
  btoa(JSON.stringify(parts)).replaceAll('=', '')

/** The cursor of a list in order of time and ID. */
export const writeCursor = (at: Date | string, id: string): string => writeParts([at, id])

/**
 * The page of a list that was read with one item more than a page has.
 * @param cursorAfter the cursor of the next page, from the last item of this one
 */
export function takePage<T, C = string>(
  found: readonly T[],
  size: number,
  cursorAfter: (last: T) => C,
): { items: T[]; nextCursor: C | null } {
  const items = found.slice(0, size)
  const last = found.length > size ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : cursorAfter(last) }
}

/** Whether a cursor's time is one that the database accepts. The calendar has no year 0. */
export function isMoment(text: unknown): text is string {
  if (typeof text !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return false
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10))
}

/**
 * Decodes a position that `writeParts` wrote. Anything else is 422 `pagination`.
 * @param read interprets the parts; returns null if they aren't a position of this kind
 */
export const cursorOf = <Position>(read: (parts: unknown[]) => Position | null) =>
  z
    .string()
    .max(200)
    .transform((value, context): Position => {
      const parts = partsOf(value)
      const position = parts && read(parts)
      if (position) return position
      context.addIssue(fail('The cursor is wrong. Use nextCursor as it was returned.'))
      return z.NEVER
    })

function partsOf(text: string): unknown[] | null {
  try {
    const parts: unknown = JSON.parse(atob(text))
    return Array.isArray(parts) ? parts : null
  } catch {
    return null
  }
}

/** Decodes what `writeCursor` wrote. */
export const cursor = cursorOf(([at, id]): Cursor | null => (isMoment(at) && isUuid(id) ? { at, id } : null))

/** Several of these values in one query parameter, separated by commas; none when it is missing. */
export const separated = <const Values extends readonly string[]>(values: Values) =>
  z
    .string()
    .max(values.join().length)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(values)))
    .meta({ type: 'array', items: { type: 'string', enum: values }, maxLength: undefined })
    .default([])

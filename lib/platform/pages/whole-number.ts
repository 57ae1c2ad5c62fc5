import { z } from 'zod'
import '@/lib/platform/jitless'

const outside = (least: number, most: number) => `Use a whole number from ${least} to ${most}.`

/**
 * A whole number in a query string, in its one form: ASCII digits without sign or leading zero.
 * @param code of its refusal, for a number that is not part of a page
 */
export const wholeNumber = (least: number, most: number, code = 'pagination') =>
  z
    .string()
    .refine((text) => /^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) >= least && Number(text) <= most, {
      params: { code },
      error: outside(least, most),
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: least, maximum: most })

/** Page size in a query string. */
export const pageSize = wholeNumber(1, 100)

/** The number of the last line of the previous page, in a query string. */
export const lineBefore = (most: number) => wholeNumber(0, most).default(0)

/** A page size or place in a body. */
export const pageNumber = (least: number, most: number) =>
  z
    .number()
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, {
      params: { code: 'pagination' },
      error: outside(least, most),
    })
    .meta({ type: 'integer', minimum: least, maximum: most })

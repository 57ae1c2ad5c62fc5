import { z } from 'zod'

/** Several of these values in one query parameter, separated by commas; none when it is missing. */
export const separated = <const Values extends readonly string[]>(values: Values) =>
  z
    .string()
    .max(values.join().length)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(values)))
    .meta({ type: 'array', items: { type: 'string', enum: values }, maxLength: undefined })
    .default([])

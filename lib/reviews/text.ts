import { z } from 'zod'

/** What PostgreSQL cannot keep, or what turns the text around that stands beside it; line breaks and tabs may stay. */
const HOSTILE = /(?![\n\r\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** A text that a person writes: without outer white space, well-formed, without control characters. */
export const writtenText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => text.isWellFormed() && !HOSTILE.test(text), {
      params: { code: 'text_characters' },
      message: 'This holds characters that cannot be shown.',
    })

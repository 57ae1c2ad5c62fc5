import { z } from 'zod'
import { isPlainLine, isPlainText } from '@/lib/platform/plain-text'
import '@/lib/platform/jitless'

const REFUSED = {
  params: { code: 'text_characters' },
  message: 'This has characters that can’t be shown. Remove them.',
}

/** Text that a person typed: trimmed, well-formed, without control characters. */
export const plainTextSchema = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => isPlainText(text), REFUSED)

/** The same on one line and not empty: a name that people give to something. */
export const plainLineSchema = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => isPlainLine(text), REFUSED)

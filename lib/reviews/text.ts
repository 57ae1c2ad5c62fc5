import { z } from 'zod'
import { isPlainText } from '@/lib/reviews/plain-text'
import '@/lib/platform/jitless'

/** Text that a person typed: trimmed, well-formed, without control characters. */
export const plainTextSchema = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => isPlainText(text), {
      params: { code: 'text_characters' },
      message: 'This has characters that can’t be shown. Remove them.',
    })

import { z } from 'zod'
import { isWritten } from '@/lib/reviews/written'
import '@/lib/platform/jitless'

/** Text that a person typed: trimmed, well-formed, without control characters. */
export const writtenText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => isWritten(text), {
      params: { code: 'text_characters' },
      message: 'This has characters that can’t be shown. Remove them.',
    })

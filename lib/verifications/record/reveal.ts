import { z } from 'zod'
import { foldWord } from '@/lib/names/text/fold'
import { REDACTED, scrub } from '@/lib/platform/log/scrub'
import { plainTextSchema } from '@/lib/platform/plain-text-schema'

/** Reveals by one person in any 60 minutes: enough for a question about a file, too few to copy the database. */
export const REVEALS_AN_HOUR = 30

/** Body of POST /api/verifications/{id}/reveal. */
export const revealInput = z.strictObject({ reason: plainTextSchema(500).min(3) })

type Subject = { name: string; matchedName: string | null }

/** Shorter words, such as initials and "de", identify nobody. */
const MIN_WORD_LENGTH = 3

/**
 * The reason for the audit log, which is never redacted: without IBANs and without any word of the check's names,
 * regardless of spelling.
 */
export function redactReason(reason: string, { name, matchedName }: Subject): string {
  const words = `${name} ${matchedName ?? ''}`.split(/[^\p{L}\p{M}\p{N}]+/u).map(foldWord)
  const identifying = new Set(words.filter((word) => word.length >= MIN_WORD_LENGTH))
  return scrub(reason).replace(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
    identifying.has(foldWord(word)) ? REDACTED : word,
  )
}

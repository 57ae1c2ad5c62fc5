import { z } from 'zod'
import { foldWord } from '@/lib/names/fold'
import { REDACTED, scrub } from '@/lib/platform/scrub'
import { isReason } from '@/lib/verifications/record/revealed'

/** One person, in any 60 minutes: enough for a question about a file, too few to copy the office. */
export const REVEALS_AN_HOUR = 30

/** Body of POST /api/verifications/{id}/reveal. */
export const revealInput = z.strictObject({ reason: z.string().trim().refine(isReason) })

type Subject = { name: string; matchedName: string | null }

/** Initials and "de" say nothing about anybody. */
const TELLING = 3

/**
 * The reason as the audit log may keep it, which never forgets: without IBANs and without any word of the check's names,
 * however they are written.
 */
export function reasonToKeep(reason: string, { name, matchedName }: Subject): string {
  const words = `${name} ${matchedName ?? ''}`.split(/[^\p{L}\p{M}\p{N}]+/u).map(foldWord)
  const telling = new Set(words.filter((word) => word.length >= TELLING))
  return scrub(reason).replace(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
    telling.has(foldWord(word)) ? REDACTED : word,
  )
}

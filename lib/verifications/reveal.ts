import { z } from 'zod'
import { foldWord } from '@/lib/names/fold'
import { scrub } from '@/lib/platform/scrub'
import type { VerificationView } from '@/lib/verifications/view'

/** How long a page shows what was revealed. */
export const REVEALED_MS = 5 * 60_000
/** One person, in any 60 minutes: enough for a question about a file, too few to copy the office. */
export const REVEALS_AN_HOUR = 30

export const revealInput = z.strictObject({ reason: z.string().trim().min(3).max(500) })

/** What masking keeps from a reader. */
export type Revealed = Pick<VerificationView, 'iban' | 'name' | 'matchedName' | 'note' | 'comparison'>

type Subject = { name: string; matchedName: string | null }

const HIDDEN = '▮▮▮'
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
    telling.has(foldWord(word)) ? HIDDEN : word,
  )
}

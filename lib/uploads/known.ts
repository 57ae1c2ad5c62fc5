import { z } from 'zod'

/**
 * What `POST /api/uploads/known` takes and answers: the body is SHA-256 digests, one after the other, of
 * `pairText(iban, folded name)`; the answer names the places (from 0) of those that were answered with a match in
 * the last 30 days. IBANs and names do not travel.
 */
export const DIGEST_BYTES = 32
export const KNOWN_DAYS = 30

export const pairText = (iban: string, foldedName: string): string => `${iban}|${foldedName}`

export const knownAnswer = z.object({ known: z.array(z.int().min(0)) })
export type KnownAnswer = z.infer<typeof knownAnswer>

import { z } from 'zod'
import '@/lib/platform/jitless'

/** Older matches are not offered. */
export const KNOWN_DAYS = 30

/**
 * What to do with pairs that were matched recently, in checks that the sender may open. `anew`: pay for every check.
 * `take`: use known answers. `ask`: send nothing until a person has chosen on the page of the upload.
 */
export const KNOWN_CHOICES = ['anew', 'take', 'ask'] as const
export type KnownChoice = (typeof KNOWN_CHOICES)[number]

/** Body of POST /api/uploads/{id}/known. */
export const knownInput = z.strictObject({ take: z.boolean() })
export type KnownInput = z.infer<typeof knownInput>

/** Rows and checks (one credit each) that known answers replace. */
export type KnownCounts = { rows: number; credits: number }

/** The offer of an upload: `open` until somebody chooses. */
export type KnownOffer = KnownCounts & { state: 'open' | 'taken' | 'anew' }

import { z } from 'zod'
import '@/lib/platform/jitless'

/** A match older than this is not offered. */
export const KNOWN_DAYS = 30

/**
 * What an upload wants of pairs that were matched lately, of those checks that its sender may open. `anew`: pay for every
 * check. `take`: take what is known. `ask`: nothing is sent until a person chose on the page of the upload.
 */
export const KNOWN_WISHES = ['anew', 'take', 'ask'] as const
export type KnownWish = (typeof KNOWN_WISHES)[number]

/** Why a row was not sent: an earlier check answers it. */
export const KNOWN_MATCH = 'known_match'

/** Body of POST /api/uploads/{id}/known. */
export const knownInput = z.strictObject({ take: z.boolean() })
export type KnownInput = z.infer<typeof knownInput>

/** Rows and checks (one credit each) that known answers stand for. */
export type KnownCounts = { rows: number; credits: number }

/** The offer of an upload: `open` until somebody chooses. */
export type KnownOffer = KnownCounts & { state: 'open' | 'taken' | 'anew' }

import { z } from 'zod'
import { writtenText } from '@/lib/reviews/text'

/** Where the number came from. An invoice or the message under doubt is no source: a fraudster wrote it. */
export const NUMBER_SOURCES = [
  'own_records',
  'contract',
  'public_register',
  'official_website',
  'known_contact',
] as const
export type NumberSource = (typeof NUMBER_SOURCES)[number]

/** What the call came to. */
export const CALL_OUTCOMES = ['confirmed', 'denied', 'not_reached'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** Clocks differ: a call may lie this far in the future. */
const CLOCKS_MS = 5 * 60_000

const number = z
  .string()
  .trim()
  .max(40)
  .regex(/^\+?[\d\s()./-]+$/)
  .refine((value) => value.replace(/\D/g, '').length >= 5)

/**
 * The record of a call to the payee (product.md F10): who was called, on which number, where that number was taken
 * from, when, and what came of it. Who called is who decides.
 */
export const callBack = z.strictObject({
  person: writtenText(140).refine((text) => text !== ''),
  number,
  numberSource: z.enum(NUMBER_SOURCES),
  calledAt: z.iso
    .datetime()
    .refine((at) => Date.parse(at) <= Date.now() + CLOCKS_MS, 'A call cannot lie in the future.'),
  outcome: z.enum(CALL_OUTCOMES),
})
export type CallBack = z.infer<typeof callBack>

/** A bank that did not confirm the name: only a call to the payee can. */
export const needsCallBack = ({ matchResult }: { matchResult: string }): boolean =>
  matchResult === 'no_match' || matchResult === 'account_not_verifiable'

type Recorded = { kind: string; callBack: CallBack | null }

/** The record on which an item may be approved: of a standing approval, in which the payee confirmed. */
export const confirmedCall = (standing: readonly Recorded[]): CallBack | null =>
  standing.findLast(({ kind, callBack: call }) => kind === 'approve' && call?.outcome === 'confirmed')
    ?.callBack ?? null

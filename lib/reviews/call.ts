import { isWritten } from '@/lib/reviews/written'

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

/** The record of a call to the payee; the schema of the route is in call-back.ts. */
export type CallBack = {
  person: string
  number: string
  numberSource: NumberSource
  calledAt: string
  outcome: CallOutcome
}

/** Clocks differ: a call may lie this far in the future. */
const CLOCKS_MS = 5 * 60_000
export const LONGEST_NUMBER = 40
export const NUMBER_SIGNS = /^\(?\+?[\d\s()./-]+$/
export const LONGEST_PERSON = 140

export const isPerson = (text: string): boolean =>
  text.trim() !== '' && isWritten(text.trim(), LONGEST_PERSON)

export function isNumber(text: string): boolean {
  const number = text.trim()
  return number.length <= LONGEST_NUMBER && NUMBER_SIGNS.test(number) && number.replace(/\D/g, '').length >= 5
}

/** A time in UTC (ISO 8601) that is not in the future. */
export const isCallTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Date.parse(text) <= Date.now() + CLOCKS_MS

/** A bank that did not confirm the name: only a call to the payee can. */
export const needsCallBack = ({ matchResult }: { matchResult: string }): boolean =>
  matchResult === 'no_match' || matchResult === 'account_not_verifiable'

type Recorded = { kind: string; callBack: CallBack | null }

/** The record on which an item may be approved: of a standing approval, in which the payee confirmed. */
export const confirmedCall = (standing: readonly Recorded[]): CallBack | null =>
  standing.findLast(({ kind, callBack: call }) => kind === 'approve' && call?.outcome === 'confirmed')
    ?.callBack ?? null

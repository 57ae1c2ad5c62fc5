import { isPlainLine } from '@/lib/platform/plain-text'

/** Where the phone number came from. Never the invoice or the suspicious message: a fraudster may have written it. */
export const NUMBER_SOURCES = [
  'own_records',
  'contract',
  'public_register',
  'official_website',
  'known_contact',
] as const
export type NumberSource = (typeof NUMBER_SOURCES)[number]

/** The outcome of the call. */
export const CALL_OUTCOMES = ['confirmed', 'denied', 'not_reached'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** The record of a call-back to the payee. The route's schema is in decision/schema.ts. */
export type CallBack = {
  person: string
  number: string
  numberSource: NumberSource
  calledAt: string
  outcome: CallOutcome
}

/** Tolerance for clock differences: a call may be this far in the future. */
const CLOCKS_MS = 5 * 60_000
export const LONGEST_NUMBER = 40
export const NUMBER_SIGNS = /^\(?\+?[\d\s()./-]+$/
export const LONGEST_PERSON = 140

export const isPerson = (text: string): boolean =>
  text.trim() !== '' && isPlainLine(text.trim(), LONGEST_PERSON)

export function isNumber(text: string): boolean {
  const number = text.trim()
  return number.length <= LONGEST_NUMBER && NUMBER_SIGNS.test(number) && number.replace(/\D/g, '').length >= 5
}

/** Is the text a UTC time (ISO 8601) that isn't in the future? */
export const isCallTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Date.parse(text) <= Date.now() + CLOCKS_MS

/** Without the bank's confirmation, only a call to the payee can confirm the name. */
export const needsCallBack = ({ matchResult }: { matchResult: string }): boolean =>
  matchResult === 'no_match' || matchResult === 'account_not_verifiable'

type RecordedDecision = { kind: string; callBack: CallBack | null }

/** The call that allows an approval: from a decision that was not undone, in which the payee confirmed the account. */
export const confirmedCall = (standing: readonly RecordedDecision[]): CallBack | null =>
  standing.findLast(({ kind, callBack: call }) => kind === 'approve' && call?.outcome === 'confirmed')
    ?.callBack ?? null

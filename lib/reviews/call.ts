import { DAY_MS } from '@/lib/platform/days/period'
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
const CLOCK_SKEW_MS = 5 * 60_000
/** A quarter: a payee that reports a new account is called at once, and may be paid for the first time much later. */
export const MAX_CALL_AGE_DAYS = 90
export const MAX_PHONE_LENGTH = 40
export const PHONE_NUMBER = /^\(?\+?[\d\s()./-]+$/
export const MAX_PERSON_LENGTH = 140

/** Whether a text can be the name of the person who was called. */
export const isPerson = (text: string): boolean =>
  text.trim() !== '' && isPlainLine(text.trim(), MAX_PERSON_LENGTH)

/** Whether a text can be a phone number: at least five digits, and only what people write between them. */
export function isNumber(text: string): boolean {
  const number = text.trim()
  return (
    number.length <= MAX_PHONE_LENGTH && PHONE_NUMBER.test(number) && number.replace(/\D/g, '').length >= 5
  )
}

/** Why a call at this time can't support a decision now; null when it can. */
export function callTimeProblem(calledAt: number, now: number): 'call_in_future' | 'call_too_old' | null {
  if (calledAt > now + CLOCK_SKEW_MS) return 'call_in_future'
  return calledAt < now - MAX_CALL_AGE_DAYS * DAY_MS ? 'call_too_old' : null
}

/** Without the bank's confirmation, only a call to the payee can confirm the name. */
export const needsCallBack = ({ matchResult }: { matchResult: string }): boolean =>
  matchResult === 'no_match' || matchResult === 'account_not_verifiable'

type RecordedDecision = { kind: string; callBack: CallBack | null }

/** The call that allows an approval: from a decision that was not undone, in which the payee confirmed the account. */
export const confirmedCall = (standing: readonly RecordedDecision[]): CallBack | null =>
  standing.findLast(({ kind, callBack: call }) => kind === 'approve' && call?.outcome === 'confirmed')
    ?.callBack ?? null

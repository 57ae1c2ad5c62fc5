import type { Translate } from '@/lib/platform/language/keys'
import type { CallBack } from '@/lib/reviews/call'

/** The record of a call in one sentence: without person and number once retention has deleted them. */
export const callText = (
  t: Translate<'exports'>,
  { person, number, numberSource, outcome }: CallBack,
  at: string,
): string =>
  t(person === '' ? 'callNameless' : 'call', {
    person,
    number,
    source: t(`numberSource.${numberSource}`),
    at,
    outcome: t(`callOutcome.${outcome}`),
  })

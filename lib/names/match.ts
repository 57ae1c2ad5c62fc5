import { judge, type NameMatch } from './judge'
import { prepareName } from './prepare'
import { decodeEntities, duplicateKey, foldWord, tidyName } from './text/fold'
import { type Cyrillic, romanisationsFor, romanise } from './text/romanise'
import { splitHolders } from './words/holders'

const STRENGTH: Record<NameMatch, number> = { no_match: 0, close_match: 1, match: 2 }
/** Longer texts are not names: they are only compared for equality. */
const MAX_LENGTH = 500
/** Letters that may be several initials: `J.P.`, `JP`, `A.S.`. */
const INITIALS = /\p{L}\.\p{L}|\p{Lu}{2}/u
const TRADE_NAME =
  /\s(?:t\/a|t\.a\.|trading as|d\/?b\/?a|h\.?o\.?d\.?n\.?|handelend onder de naam|nom commercial|enseigne|inh\.|inhaber(?:in)?)\s/iu

/**
 * Matches a submitted name against an account holder like a bank does: one holder of a joint account is enough,
 * and so is either a holder's name or the trading name. Titles and legal forms are ignored. It's a
 * close match at best if only one of several submitted holders matches, if two holders match one person, or if
 * only one of holder and trading name matches where both names have both. Never throws.
 */
export function matchNames(submitted: string, registered: string): NameMatch {
  const [a, b] = [tidyName(decodeEntities(submitted)), tidyName(decodeEntities(registered))]
  if (a === '' || b === '') return 'no_match'
  if (Math.max(a.length, b.length) > MAX_LENGTH)
    return duplicateKey(a) === duplicateKey(b) ? 'match' : 'no_match'
  const [several, others] = [splitHolders(a), splitHolders(b)]
  const holders = [...others, ...tradeParts(b)]
  const any = weaker(best(new Set([a, ...several]), holders), several.length === 1 ? 'match' : 'close_match')
  // “Anna Maria Rossi” is not “Anna e Maria Rossi”
  const whole =
    others.length === 1
      ? any
      : weaker(matchOne(a, b), several.length === others.length ? 'match' : 'close_match')
  return [any, whole, matchHolders(a, several, others), matchTrader(a, b, holders)].reduce(stronger)
}

/**
 * Every submitted holder matches a different holder of the account: the result is the worst match. A family name
 * written once for both (“Paul et Sophie Girard”) is only a close match.
 */
function matchHolders(name: string, submitted: string[], registered: string[]): NameMatch {
  if (submitted.length < 2 || submitted.length !== registered.length) return 'no_match'
  const free = [...registered]
  let worst: NameMatch = submitted.every((holder) => name.includes(holder)) ? 'match' : 'close_match'
  for (const holder of submitted) {
    const verdicts = free.map((other) => matchOne(holder, other))
    const place = verdicts.indexOf(verdicts.reduce(stronger, 'no_match'))
    worst = weaker(worst, verdicts[place] ?? 'no_match')
    free.splice(place, 1)
  }
  return worst
}

/** A submitted holder with a trading name: either is enough, but both must fit where the bank has both. */
function matchTrader(a: string, b: string, holders: string[]): NameMatch {
  const parts = tradeParts(a).map((part) => best([part], holders))
  const strongest = parts.reduce(stronger, 'no_match')
  const differs = tradeParts(b).length > 0 && parts.some((verdict) => verdict !== 'match')
  return differs ? weaker(strongest, 'close_match') : strongest
}

function tradeParts(name: string): string[] {
  const parts = name.split(TRADE_NAME).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts : []
}

function best(submitted: Iterable<string>, registered: string[]): NameMatch {
  const verdicts = Array.from(submitted, (a) => registered.map((b) => matchOne(a, b)))
  return verdicts.flat().reduce(stronger, 'no_match')
}

function matchOne(a: string, b: string): NameMatch {
  if (a === b) return 'match'
  let strongest: NameMatch = 'no_match'
  for (const cyrillic of romanisationsFor(a + b)) {
    if (sameCharacters(a, b, cyrillic)) return 'match'
    const [left, right] = [prepareName(a, cyrillic, false), prepareName(b, cyrillic, false)]
    strongest = stronger(strongest, judge(left, right))
    // of one name only: in two names, “AB” and “BA” would be the same letters
    if (INITIALS.test(a)) strongest = stronger(strongest, judge(prepareName(a, cyrillic, true), right))
    if (INITIALS.test(b)) strongest = stronger(strongest, judge(left, prepareName(b, cyrillic, true)))
  }
  return strongest
}

/** The same letters and digits in the same order, ignoring spaces and punctuation. */
function sameCharacters(a: string, b: string, cyrillic: Cyrillic): boolean {
  const [left, right] = [a, b].map((name) => romanise(foldWord(name), cyrillic))
  return left !== '' && left === right
}

const stronger = (a: NameMatch, b: NameMatch) => (STRENGTH[a] >= STRENGTH[b] ? a : b)
const weaker = (a: NameMatch, b: NameMatch) => (STRENGTH[a] <= STRENGTH[b] ? a : b)

import { foldWord, tidyName } from './fold'
import { splitHolders } from './holders'
import { judge } from './judge'
import { prepareName } from './prepare'
import { type Cyrillic, romanisationsFor, romanise } from './romanise'

/** What a bank answers about a name. */
export type NameMatch = 'match' | 'close_match' | 'no_match'

const STRENGTH: Record<NameMatch, number> = { no_match: 0, close_match: 1, match: 2 }
const TRADE_NAME =
  /\s(?:t\/a|t\.a\.|trading as|d\/?b\/?a|h\.?o\.?d\.?n\.?|handelend onder de naam|nom commercial|enseigne|inh\.|inhaber(?:in)?)\s/iu

/**
 * Says how a submitted name fits the holder of an account, as a bank does (domain.md §3): one holder of a
 * joint account is enough, either of a holder and the trading name, titles and legal forms set aside.
 * A submitted list of holders of whom only one fits is a close match at best. Never throws.
 */
export function matchNames(submitted: string, registered: string): NameMatch {
  const [a, b] = [tidyName(submitted), tidyName(registered)]
  if (a === '' || b === '') return 'no_match'
  const wholes = [a, ...tradeParts(a)]
  const holders = [b, ...splitHolders(b), ...tradeParts(b)]
  const direct = best(wholes, holders)
  if (direct !== 'no_match') return direct
  const several = splitHolders(a)
  return several.length > 1 ? weaker(best(several, holders), 'close_match') : 'no_match'
}

function tradeParts(name: string): string[] {
  const parts = name.split(TRADE_NAME).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts : []
}

function best(submitted: string[], registered: string[]): NameMatch {
  const pairs = new Set(submitted.flatMap((a) => registered.map((b) => `${a}\n${b}`)))
  let strongest: NameMatch = 'no_match'
  for (const pair of pairs) {
    const [a = '', b = ''] = pair.split('\n')
    strongest = stronger(strongest, matchOne(a, b))
    if (strongest === 'match') break
  }
  return strongest
}

function matchOne(a: string, b: string): NameMatch {
  if (a === b) return 'match'
  let strongest: NameMatch = 'no_match'
  for (const cyrillic of romanisationsFor(a + b)) {
    if (sameSigns(a, b, cyrillic)) return 'match'
    for (const splitInitials of [false, true]) {
      const left = prepareName(a, cyrillic, splitInitials)
      const right = prepareName(b, cyrillic, splitInitials)
      strongest = stronger(strongest, judge(left, right))
    }
  }
  return strongest
}

/** The same letters and digits in the same order, whatever the spaces and signs between them. */
function sameSigns(a: string, b: string, cyrillic: Cyrillic): boolean {
  const [left, right] = [a, b].map((name) => romanise(foldWord(name.normalize('NFKC')), cyrillic))
  return left !== '' && left === right
}

const stronger = (a: NameMatch, b: NameMatch) => (STRENGTH[a] >= STRENGTH[b] ? a : b)
const weaker = (a: NameMatch, b: NameMatch) => (STRENGTH[a] <= STRENGTH[b] ? a : b)

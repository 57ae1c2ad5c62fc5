import { foldWord } from './text/fold'
import { splitHolders } from './words/holders'
import { titlesAtEnds } from './words/titles'

/**
 * Finds the holder of a joint account who has the submitted name, in any word order, ignoring titles.
 * Out: that holder, the others as text and the total number; undefined when the account has one holder, when none
 * matches, or when several names were submitted.
 */
export function findHolder(
  submitted: string,
  registered: string,
): { holder: string; others: string; count: number } | undefined {
  const holders = splitHolders(registered)
  if (holders.length < 2 || splitHolders(submitted).length > 1) return undefined
  const wanted = sortedWords(submitted)
  const holder = holders.find((name) => sortedWords(name) === wanted)
  if (holder === undefined) return undefined
  return { holder, others: holders.filter((name) => name !== holder).join(', '), count: holders.length }
}

function sortedWords(name: string): string {
  const keys = name
    .split(/[\s\-‐‑–]+/u)
    .map(foldWord)
    .filter((key) => key !== '')
  const { first, last } = titlesAtEnds(keys)
  return keys
    .slice(first, keys.length - last)
    .sort()
    .join(' ')
}

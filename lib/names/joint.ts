import { foldWord } from './fold'
import { splitHolders } from './holders'
import { titlesAtEnds } from './titles'

/**
 * Finds the holder of a joint account that carries the submitted name, in any word order, titles set aside.
 * Out: that holder, the others as text and how many they are in all; undefined when the account has one holder, when none fits, or
 * when several names were submitted.
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

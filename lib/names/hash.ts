/** FNV-1a over UTF-16 units: where it begins, and a step. */
export const HASH_START = 0x811c9dc5
export const hashStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** The upper half mixed into the lower, which tables look at; integers of 30 bits need no memory of their own. */
export const hashEnd = (hash: number): number => (hash ^ (hash >>> 15)) & 0x3fffffff

/** An integer from 0 for a text, or a piece of it; equal texts have equal ones. */
export function hashOf(text: string, start = 0, end = text.length): number {
  let hash = HASH_START
  for (let i = start; i < end; i++) hash = hashStep(hash, text.charCodeAt(i))
  return hashEnd(hash)
}

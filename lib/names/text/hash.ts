/** FNV-1a over UTF-16 units: the offset basis, and one step below. */
export const HASH_START = 0x811c9dc5
/** The hash after one more UTF-16 unit. */
export const hashStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** Mixes the upper half into the lower, which hash tables use; integers of 30 bits need no heap memory in V8. */
export const hashEnd = (hash: number): number => (hash ^ (hash >>> 15)) & 0x3fffffff

/** A non-negative integer hash of a text. */
export function hashText(text: string): number {
  let hash = HASH_START
  for (let i = 0; i < text.length; i++) hash = hashStep(hash, text.charCodeAt(i))
  return hashEnd(hash)
}

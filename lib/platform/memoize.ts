/** A limit for memory, far above the number of codes of a closed set. */
const MAX_CACHED = 500

/** @returns the same function with a cache, for codes that occur in every row of a long file, and for keys */
export function memoize<Made, Text extends string = string>(
  work: (text: Text) => Made,
): (text: Text) => Made {
  const known = new Map<string, Made>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = work(text)
    if (known.size < MAX_CACHED) known.set(text, made)
    return made
  }
}

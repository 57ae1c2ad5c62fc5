/** A limit for memory, far above the number of codes of a closed set. */
const MOST = 500

/** @returns the same function, which works each text out once: for codes that return in every row of a long file, and for keys */
export function memoize<Made, Text extends string = string>(
  work: (text: Text) => Made,
): (text: Text) => Made {
  const known = new Map<string, Made>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = work(text)
    if (known.size < MOST) known.set(text, made)
    return made
  }
}

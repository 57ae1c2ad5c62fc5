/** An edit that replaces the bytes from `from` up to, but not including, `to`. */
export type Edit = { from: number; to: number; bytes: Uint8Array }

/** The bytes of a file after these edits, which must not overlap. */
export function applyEdits(bytes: Uint8Array, edits: Edit[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  let reached = 0
  for (const { from, to, bytes: by } of edits.toSorted((a, b) => a.from - b.from)) {
    // most edits adjoin each other, and then there is nothing to copy between them
    if (from > reached) pieces.push(bytes.subarray(reached, from))
    if (by.length > 0) pieces.push(by)
    reached = to
  }
  pieces.push(bytes.subarray(reached))
  return concatBytes(pieces)
}

/** Bytes in one piece. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

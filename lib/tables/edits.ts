/** An edit that replaces the bytes from `from` up to, but not including, `to`. */
export type Edit = { from: number; to: number; bytes: Uint8Array }

/** The bytes of a file after these edits, which must not overlap. */
export function applyEdits(bytes: Uint8Array, edits: Edit[]): Uint8Array<ArrayBuffer> {
  const size = edits.reduce((sum, { from, to, bytes: by }) => sum + by.length - (to - from), bytes.length)
  const all = new Uint8Array(size)
  let at = 0
  let reached = 0
  const write = (piece: Uint8Array) => {
    all.set(piece, at)
    at += piece.length
  }
  for (const { from, to, bytes: by } of edits.toSorted((a, b) => a.from - b.from)) {
    // most edits adjoin each other, and then there is nothing to copy between them
    if (from > reached) write(bytes.subarray(reached, from))
    if (by.length > 0) write(by)
    reached = to
  }
  write(bytes.subarray(reached))
  return all
}

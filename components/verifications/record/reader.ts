/** Who reads a record, and what they may do with it. */
export type Reader = {
  id: string
  mayCheck: boolean
  /** about lost answers */
  mayDecide: boolean
}

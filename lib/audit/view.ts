/** The first thing that is wrong with the chain. */
export type Breach = {
  /**
   * `front`: the beginning was removed without a record of ours; `seq` is the first entry of it. `cut`: the record that
   * everything up to `seq` was removed is not ours, or gone. `anchor`: a line of the anchor file is not ours; its number
   * stands in `seq`.
   */
  kind: 'changed' | 'missing' | 'added' | 'rewritten' | 'front' | 'cut' | 'anchor'
  seq: string
  /** of a rewritten chain: the last entry that an anchor proves; the first wrong one comes after it */
  after?: string
}

/** What a verification found. */
export type ChainVerdict = {
  ok: boolean
  /** entries that are as they were written, counted from the first that retention has not removed */
  entries: number
  anchors: number
  checkedAt: string
  breach: Breach | null
}

/** One line of the audit log, as pages and exports show it. No name of a payee and no IBAN is ever in it. */
export type AuditItem = {
  seq: string
  at: string
  who: { kind: 'user' | 'rule' | 'system'; id: string | null; name: string | null; roles: string[] }
  action: string
  object: { type: string; id: string } | null
  requestId: string | null
  address: string | null
  details: Record<string, unknown>
}

export type AuditPage = { items: AuditItem[]; nextCursor: string | null }

/** The first defect of the chain. */
export type ChainDefect = {
  /**
   * `front`: the start was removed without our record; `seq` is its first entry. `cut`: the record that
   * everything up to `seq` was removed has a wrong seal or is gone. `anchor`: a line of the anchor file has a
   * wrong seal; `seq` is its number.
   */
  kind: 'changed' | 'missing' | 'added' | 'rewritten' | 'front' | 'cut' | 'anchor'
  seq: string
  /** for a rewritten chain: the last entry that an anchor proves; the first wrong one comes after it */
  after?: string
}

export type ChainVerdict = {
  /** number of valid entries, counted from the first one that retention has not removed */
  entries: number
  anchors: number
  checkedAt: string
  breach: ChainDefect | null
}

/** One line of the audit log, as pages and exports show it. It never contains a payee's name or an IBAN. */
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

export type AuditEntryPage = { items: AuditItem[]; nextCursor: string | null }

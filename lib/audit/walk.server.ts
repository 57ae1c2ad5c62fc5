import 'server-only'
import { constantTimeEqual, entryHash } from '@/lib/audit/seal.server'
import type { ChainDefect } from '@/lib/audit/view'
import { hexOf } from '@/lib/platform/crypto.server'
import { type Db, db } from '@/lib/platform/db.server'

const PAGE = 2_000

/** A position of the chain: an entry and the hash that the next one builds on. */
export type ChainPosition = { seq: bigint; hash: Uint8Array }
export const CHAIN_START: ChainPosition = { seq: 0n, hash: new Uint8Array([0]) }

/** `to`: stop at this entry. `end`: entries after it were written in the meantime. */
type WalkRange = {
  from: ChainPosition
  to?: bigint
  end: bigint
  anchored?: ReadonlyMap<bigint, string>
  on?: Db
}
export type ChainWalkResult = { last: ChainPosition; breach: ChainDefect | null }

/**
 * Recomputes the chain after a position, entry by entry.
 * @returns the last valid entry and the first invalid one
 */
export async function walkChain({ from, to, end, anchored, on = db() }: WalkRange): Promise<ChainWalkResult> {
  let last = from
  let proved = from.seq
  for (let lowest = -(2n ** 62n); ; lowest = last.seq) {
    const page = await on.auditEntry.findMany({
      where: { seq: { gt: lowest, ...(to !== undefined && { lte: to }) } },
      orderBy: { seq: 'asc' },
      take: PAGE,
    })
    for (const { prevHash, hash, ...entry } of page) {
      const breach = breachOf(entry, { prevHash, hash, from, last, end })
      if (breach) return { last, breach: breach === 'later' ? null : breach }
      const anchor = anchored?.get(entry.seq)
      if (anchor !== undefined && anchor !== hexOf(hash))
        return { last, breach: { kind: 'rewritten', seq: `${entry.seq}`, after: `${proved}` } }
      if (anchor !== undefined) proved = entry.seq
      last = { seq: entry.seq, hash }
    }
    if (page.length < PAGE) return { last, breach: null }
  }
}

type EntryLink = Pick<WalkRange, 'from' | 'end'> & {
  prevHash: Uint8Array
  hash: Uint8Array
  last: ChainPosition
}

/**
 * What is wrong with one entry. `later`: written after the walk began, or after the end of the chain (then it's
 * not ours).
 */
function breachOf(
  entry: { seq: bigint },
  { prevHash, hash, from, last, end }: EntryLink,
): ChainDefect | 'later' | null {
  const expected = last.seq + 1n
  if (entry.seq < expected) return { kind: 'added', seq: `${entry.seq}` }
  if (entry.seq > expected) return { kind: last === from ? 'front' : 'missing', seq: `${expected}` }
  const right = constantTimeEqual(prevHash, last.hash) && constantTimeEqual(hash, entryHash(last.hash, entry))
  if (!right) return { kind: entry.seq > end ? 'added' : 'changed', seq: `${entry.seq}` }
  return entry.seq > end ? 'later' : null
}

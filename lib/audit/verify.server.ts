import 'server-only'
import { z } from 'zod'
import { type Anchor, readAnchors } from '@/lib/audit/anchor.server'
import { entryHash, headMac, sameBytes } from '@/lib/audit/seal.server'
import type { Breach, ChainVerdict } from '@/lib/audit/view'
import { db } from '@/lib/platform/db.server'
import { readSetting, writeSetting } from '@/lib/platform/settings.server'

const PAGE = 2_000

/**
 * Recomputes the whole chain and names the first entry that is not as it was written: changed, missing (also a cut-off
 * end, by the keyed head and the anchors), added, or rewritten by somebody who has the key (by the anchors).
 */
export async function verifyChain(): Promise<ChainVerdict> {
  const { anchors, forgedLine } = await readAnchors()
  const walked = await walk(anchors)
  const breach =
    walked.breach ?? (forgedLine === null ? null : { kind: 'anchor' as const, seq: `${forgedLine}` })
  return {
    ok: breach === null,
    entries: walked.entries,
    anchors: anchors.length,
    checkedAt: new Date().toISOString(),
    breach,
  }
}

/** The same, kept for the page of the audit log. */
export async function verifyAndKeep(): Promise<ChainVerdict> {
  const verdict = await verifyChain()
  await writeSetting('audit.verdict', verdict)
  return verdict
}

const kept = z.custom<ChainVerdict>(
  (value) => typeof value === 'object' && value !== null && 'checkedAt' in value,
)

/** What the last verification found; null before the first one. */
export const lastVerdict = (): Promise<ChainVerdict | null> =>
  readSetting('audit.verdict', kept.nullable(), null)

type Walk = { entries: number; breach: Breach | null }

async function walk(anchors: Anchor[]): Promise<Walk> {
  // the head is read first: entries that others append meanwhile are checked next time
  const head = await db().auditHead.findUnique({ where: { id: 1 } })
  const anchored = new Map(anchors.map((anchor) => [anchor.seq, anchor.hash]))
  let previous: Uint8Array = new Uint8Array([0])
  let seq = 0n
  let proved = 0n
  for (;;) {
    const page = await db().auditEntry.findMany({
      where: { seq: { gt: seq === 0n ? -(2n ** 62n) : seq } },
      orderBy: { seq: 'asc' },
      take: PAGE,
    })
    for (const { prevHash, hash, ...entry } of page) {
      const breach = wrong(entry, { prevHash, hash, previous, expected: seq + 1n, end: head?.seq ?? 0n })
      if (breach === 'later') return end(Number(seq))
      if (breach) return { entries: Number(seq), breach }
      const anchor = anchored.get(entry.seq)
      if (anchor !== undefined && anchor !== Buffer.from(hash).toString('hex'))
        return { entries: Number(seq), breach: rewritten(entry.seq, proved) }
      if (anchor !== undefined) proved = entry.seq
      previous = hash
      seq = entry.seq
    }
    if (page.length < PAGE) return end(Number(seq))
  }

  /** The chain holds up to here: is this also where it ended? */
  function end(entries: number): Walk {
    const missing = { entries, breach: { kind: 'missing' as const, seq: `${seq + 1n}` } }
    if (!head || head.seq > seq || anchors.some((anchor) => anchor.seq > seq)) return missing
    const sealed = head.mac !== null && sameBytes(head.mac, headMac(head.seq, head.hash))
    if (head.seq > 0n && (!sealed || !sameBytes(head.hash, previous))) return missing
    return { entries, breach: null }
  }
}

type Link = { prevHash: Uint8Array; hash: Uint8Array; previous: Uint8Array; expected: bigint; end: bigint }

/** What is wrong with one entry. `later`: written after the walk began, or behind the end (then it is not ours). */
function wrong(entry: { seq: bigint }, link: Link): Breach | 'later' | null {
  if (entry.seq < link.expected) return { kind: 'added', seq: `${entry.seq}` }
  if (entry.seq > link.expected) return { kind: 'missing', seq: `${link.expected}` }
  const right =
    sameBytes(link.prevHash, link.previous) && sameBytes(link.hash, entryHash(link.previous, entry))
  if (!right) return { kind: entry.seq > link.end ? 'added' : 'changed', seq: `${entry.seq}` }
  return entry.seq > link.end ? 'later' : null
}

const rewritten = (seq: bigint, proved: bigint): Breach => ({
  kind: 'rewritten',
  seq: `${seq}`,
  after: `${proved}`,
})

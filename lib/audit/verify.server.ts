import 'server-only'
import { z } from 'zod'
import { type Anchor, readAnchors } from '@/lib/audit/anchor.server'
import { readCut } from '@/lib/audit/cut.server'
import { type AuditCut, constantTimeEqual, headMac } from '@/lib/audit/seal.server'
import type { ChainDefect, ChainVerdict } from '@/lib/audit/view'
import { CHAIN_START, type ChainPosition, walkChain } from '@/lib/audit/walk.server'
import { hexOf } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { setting } from '@/lib/platform/settings.server'

/**
 * Recomputes the whole chain and reports the first entry that is changed, missing, added or rewritten. A
 * truncated end is detected by the sealed head and the anchors, a truncated start by the sealed cut, and a chain
 * rewritten with the key by the anchors.
 */
export async function verifyChain(): Promise<ChainVerdict> {
  const { anchors, forgedLine } = await readAnchors()
  for (;;) {
    const found = await judge(anchors)
    // retention may have cut the chain during the walk
    if ((await readCut()).cut?.seq !== found.cut?.seq) continue
    const breach = found.breach ?? (forgedLine === null ? null : { kind: 'anchor', seq: `${forgedLine}` })
    const checkedAt = new Date().toISOString()
    return { entries: found.entries, anchors: anchors.length, checkedAt, breach }
  }
}

const kept = z.custom<ChainVerdict>(
  (value) => typeof value === 'object' && value !== null && 'checkedAt' in value,
)
export const verdictSetting = setting('audit.verdict', kept, null)
/** The stored verdict; null before the first verification. */
export const lastVerdict = verdictSetting.read

/** Verifies the chain and stores the verdict for the audit page. */
export async function verifyAndStore(): Promise<ChainVerdict> {
  const verdict = await verifyChain()
  await verdictSetting.save(verdict)
  return verdict
}

type ChainFindings = { entries: number; breach: ChainDefect | null; cut: AuditCut | null }

async function judge(anchors: Anchor[]): Promise<ChainFindings> {
  const { cut, sealed } = await readCut()
  const anchoredCut = anchors.findLast((anchor) => anchor.cut !== null)?.cut
  const own = sealed && cut ? cut : CHAIN_START
  const from = anchoredCut && anchoredCut.seq >= own.seq ? anchoredCut : own
  // read the head first: entries appended in the meantime are verified next time
  const head = await db().auditHead.findUnique({ where: { id: 1 } })
  const anchored = new Map(anchors.map((anchor) => [anchor.seq, anchor.hash]))
  const { last, breach } = await walkChain({ from, end: head?.seq ?? 0n, anchored })
  return {
    cut,
    entries: Number(last.seq - from.seq),
    breach: breach ?? wrongEnd(last, head, anchors) ?? wrongCut(from, cut, { sealed, anchored }),
  }
}

type Head = { seq: bigint; hash: Uint8Array; mac: Uint8Array | null } | null

/** Checks that the chain, which is valid up to `last`, ends where the head and the anchors say. */
function wrongEnd(last: ChainPosition, head: Head, anchors: Anchor[]): ChainDefect | null {
  const missing: ChainDefect = { kind: 'missing', seq: `${last.seq + 1n}` }
  if (!head || head.seq > last.seq || anchors.some((anchor) => anchor.seq > last.seq)) return missing
  const sealed = head.mac !== null && constantTimeEqual(head.mac, headMac(head.seq, head.hash))
  return head.seq > 0n && (!sealed || !constantTimeEqual(head.hash, last.hash)) ? missing : null
}

/** Checks that the chain, which is valid from its start, begins where our own cut says. */
function wrongCut(
  from: ChainPosition,
  cut: AuditCut | null,
  { sealed, anchored }: { sealed: boolean; anchored: ReadonlyMap<bigint, string> },
): ChainDefect | null {
  const begins = cut ?? CHAIN_START
  const anchor = anchored.get(from.seq) ?? hexOf(from.hash)
  const ours = sealed && begins.seq === from.seq && constantTimeEqual(begins.hash, from.hash)
  if (ours && anchor === hexOf(from.hash)) return null
  return { kind: 'cut', seq: `${from.seq || begins.seq}` }
}

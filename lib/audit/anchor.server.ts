import 'server-only'
import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises'
import path from 'node:path'
import { readCut } from '@/lib/audit/cut.server'
import { type AnchorLine, anchorMac } from '@/lib/audit/seal.server'
import type { ChainPosition } from '@/lib/audit/walk.server'
import { hexOf } from '@/lib/platform/crypto.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, selectOne } from '@/lib/platform/sql/select.server'

/** One position of the chain at a moment, kept outside the database. */
export type Anchor = {
  seq: bigint
  hash: string
  /** the entry up to which retention had removed the chain */
  cut: ChainPosition | null
}
export type Anchors = {
  /** the lines before the first one whose seal is wrong */
  anchors: Anchor[]
  /** the number (from 1) of the first line whose seal is wrong */
  forgedLine: number | null
}

/** DATA_DIR/audit-anchors.jsonl. Copy it to another machine: it detects tampering that the database alone can't. */
export const anchorFile = (): string => path.resolve(process.env.DATA_DIR || '.data', 'audit-anchors.jsonl')

const readAnchorFile = async (): Promise<string> =>
  readFile(anchorFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

/** Drops an incomplete last line, which a full disk can leave. */
const completeLines = (whole: string): string => whole.slice(0, whole.lastIndexOf('\n') + 1)

type Line = AnchorLine & { mac: string }
const parse = (line: string): Line | null => {
  try {
    const anchor = JSON.parse(line) as Line | null
    return anchor && /^\d{1,19}$/.test(anchor.seq) && typeof anchor.mac === 'string' ? anchor : null
  } catch {
    return null
  }
}

const positionOf = ({ seq, hash }: { seq: string; hash: string }): ChainPosition => ({
  seq: BigInt(seq),
  hash: Buffer.from(hash, 'hex'),
})

/** @returns the anchors in the order they were written, up to the first line whose seal is wrong */
export async function readAnchors(): Promise<Anchors> {
  const lines = completeLines(await readAnchorFile())
    .split('\n')
    .filter((line) => line !== '')
  const anchors: Anchor[] = []
  let previous = ''
  for (const [index, raw] of lines.entries()) {
    const line = parse(raw)
    if (!line) return { anchors, forgedLine: index + 1 }
    const { mac, seq, hash, at, cut } = line
    if (anchorMac(previous, { seq, hash, at, ...(cut && { cut }) }) !== mac)
      return { anchors, forgedLine: index + 1 }
    anchors.push({ seq: BigInt(seq), hash, cut: cut ? positionOf(cut) : null })
    previous = mac
  }
  return { anchors, forgedLine: null }
}

/**
 * Appends the current start and end of the chain to the anchor file, unless its last line has them already. An
 * advisory lock allows one writer at a time in the whole installation. A file that was tampered with isn't
 * continued: the verification reports the line.
 */
export async function anchorHead(): Promise<void> {
  await db().$transaction(async (tx) => {
    const { got } = await selectOne(
      tx,
      { got: bool },
      Prisma.sql`
      select pg_try_advisory_xact_lock(hashtext('audit anchor')) as got`,
    )
    const head = await tx.auditHead.findUnique({ where: { id: 1 } })
    if (!got || !head || head.seq === 0n) return
    const whole = await readAnchorFile()
    const kept = completeLines(whole)
    const last = parse(kept.trimEnd().split('\n').at(-1) ?? '')
    if (last && BigInt(last.seq) >= head.seq) return
    const { cut, sealed } = await readCut(tx)
    const line: AnchorLine = {
      seq: `${head.seq}`,
      hash: hexOf(head.hash),
      at: new Date().toISOString(),
      // an anchor must not legitimise a cut that we didn't write
      ...(cut && sealed && { cut: { seq: `${cut.seq}`, hash: hexOf(cut.hash) } }),
    }
    await mkdir(path.dirname(anchorFile()), { recursive: true })
    const mac = anchorMac(last?.mac ?? '', line)
    if (kept !== whole) await truncate(anchorFile(), Buffer.byteLength(kept))
    await appendFile(anchorFile(), `${JSON.stringify({ ...line, mac })}\n`, { mode: 0o600 })
  })
}

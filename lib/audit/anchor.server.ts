import 'server-only'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { anchorMac } from '@/lib/audit/seal.server'
import { db } from '@/lib/platform/db.server'

/** One place of the chain as it was at a moment, kept outside the database. */
export type Anchor = { seq: bigint; hash: string }
export type Anchors = {
  /** the lines up to the first one that is not ours */
  anchors: Anchor[]
  /** the number (from 1) of the first line that somebody else wrote or changed */
  forgedLine: number | null
}

/** DATA_DIR/audit-anchors.jsonl. Copy it to another machine: it shows what the database alone cannot. */
export const anchorFile = (): string => path.resolve(process.env.DATA_DIR || '.data', 'audit-anchors.jsonl')

const text = async (): Promise<string> =>
  readFile(anchorFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

type Line = { seq: string; hash: string; at: string; mac: string }
const parse = (line: string): Line | null => {
  try {
    return JSON.parse(line) as Line
  } catch {
    return null
  }
}

/** @returns the anchors in the order they were written, as far as their seals hold */
export async function readAnchors(): Promise<Anchors> {
  const lines = (await text()).split('\n').filter((line) => line !== '')
  const anchors: Anchor[] = []
  let previous = ''
  for (const [index, raw] of lines.entries()) {
    const line = parse(raw)
    if (!line || anchorMac(previous, { seq: line.seq, hash: line.hash, at: line.at }) !== line.mac)
      return { anchors, forgedLine: index + 1 }
    anchors.push({ seq: BigInt(line.seq), hash: line.hash })
    previous = line.mac
  }
  return { anchors, forgedLine: null }
}

/**
 * Writes where the chain ends now into the anchor file, unless its last line says so already. One writer at a time, in
 * the whole installation. A file that somebody changed is not continued: the verification names the place.
 */
export async function anchorHead(): Promise<void> {
  await db().$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ got: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtext('audit anchor')) as got`
    const head = await tx.auditHead.findUnique({ where: { id: 1 } })
    if (!lock?.got || !head || head.seq === 0n) return
    const last = parse((await text()).trimEnd().split('\n').at(-1) ?? '')
    if (last && BigInt(last.seq) >= head.seq) return
    const line = {
      seq: `${head.seq}`,
      hash: Buffer.from(head.hash).toString('hex'),
      at: new Date().toISOString(),
    }
    await mkdir(path.dirname(anchorFile()), { recursive: true })
    const mac = anchorMac(last?.mac ?? '', line)
    await appendFile(anchorFile(), `${JSON.stringify({ ...line, mac })}\n`, { mode: 0o600 })
  })
}

import 'server-only'
import { record } from '@/lib/audit/record.server'
import { type AuditCut, constantTimeEqual, cutMac } from '@/lib/audit/seal.server'
import { CHAIN_START, walkChain } from '@/lib/audit/walk.server'
import { hexOf } from '@/lib/platform/crypto.server'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { int8, selectOne } from '@/lib/platform/sql/select.server'

/** How many entries one transaction recomputes and removes at most. */
const BATCH = 10_000n

/** The recorded cut, and whether its seal is ours. Without a record nothing was cut; that state is sealed too. */
export async function readCut(on: Db = db()): Promise<{ cut: AuditCut | null; sealed: boolean }> {
  const cut = await on.auditCut.findUnique({ where: { id: 1 } })
  return { cut, sealed: cut === null || constantTimeEqual(cut.mac, cutMac(cut)) }
}

/** Counts the entries before the first one that is not older than a moment. */
export async function countOlder(before: Date, on: Db = db()): Promise<number> {
  const { first, until } = await selectOne(
    on,
    { first: int8.or(null), until: int8.or(null) },
    Prisma.sql`
    select (select min(seq) from audit_entries) as first,
           coalesce((select seq from audit_entries where at >= ${before} order by seq limit 1),
                    (select max(seq) + 1 from audit_entries)) as until`,
  )
  return first === null || until === null ? 0 : Number(until - first)
}

/**
 * Removes the oldest entries: the contiguous range that ends before the first entry not older than `before`, at
 * most ten thousand at once. The cut is recorded, sealed and logged as an entry. Entries that were tampered with
 * are never removed, because they are the evidence.
 * @returns how many were removed; 0 when nothing is due or the range doesn't verify (which is logged)
 */
export async function cutEntries(tx: Tx, before: Date): Promise<number> {
  const { cut, sealed } = await readCut(tx)
  const from = cut ?? CHAIN_START
  const due = BigInt(await countOlder(before, tx))
  const to = from.seq + (due < BATCH ? due : BATCH)
  if (to === from.seq) return 0
  const { last, breach } = await walkChain({ from, to, end: to, on: tx })
  if (!sealed || breach || last.seq !== to) {
    logger.error(
      { breach, sealed },
      'the audit log is not cut: its oldest entries are not as they were written',
    )
    return 0
  }
  const removed = Number(to - from.seq)
  const next = { seq: to, hash: new Uint8Array(last.hash), removed, before, at: await databaseNow(tx) }
  const data = { ...next, mac: cutMac(next) }
  await tx.auditCut.upsert({ where: { id: 1 }, create: data, update: data })
  // only the owner of the table may delete entries; this function of the owner removes those up to the cut
  await tx.$executeRaw`select remove_cut_entries()`
  const details = {
    seq: `${to}`,
    hash: hexOf(next.hash),
    removed,
    before: before.toISOString(),
  }
  const object = { type: 'audit', id: 'chain' }
  await record({ by: { kind: 'system' }, action: 'audit.cut', object, details }, tx)
  return removed
}

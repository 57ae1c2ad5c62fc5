import { entryHash, headMac } from '@/lib/audit/seal.server'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'

/**
 * Does something, then dates the audit entries it wrote to a day and seals them again, as if they were written then.
 * @param day such as 2016-05-01
 */
export async function datedAudit<T>(day: string, act: () => Promise<T>): Promise<T> {
  const before = await db().auditHead.findUniqueOrThrow({ where: { id: 1 } })
  const done = await act()
  const written = await db().auditEntry.findMany({
    where: { seq: { gt: before.seq } },
    orderBy: { seq: 'asc' },
  })
  let last = Buffer.from(before.hash)
  const updates = written.map(({ prevHash: _, hash: __, ...entry }) => {
    const [previous, at] = [last, new Date(day)]
    last = Buffer.from(entryHash(previous, { ...entry, at }))
    return `update audit_entries set at = '${at.toISOString()}', prev_hash = '\\x${previous.toString('hex')}',
                   hash = '\\x${last.toString('hex')}' where seq = ${entry.seq};`
  })
  const seq = before.seq + BigInt(written.length)
  const mac = Buffer.from(headMac(seq, last)).toString('hex')
  await queryAsOwner(`set session_replication_role = 'replica'; ${updates.join('\n')}
    update audit_head set hash = '\\x${last.toString('hex')}', mac = '\\x${mac}' where id = 1`)
  return done
}

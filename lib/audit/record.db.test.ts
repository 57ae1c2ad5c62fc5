import { describe, expect, it } from 'vitest'
import { record } from '@/lib/audit/record.server'
import { entryHash } from '@/lib/audit/seal.server'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'

const append = (action: string) =>
  db().$transaction((tx) =>
    record({ by: { kind: 'system' }, action, details: { n: 1, deep: { b: 2, a: 1 } } }, tx),
  )

describe('the audit log', () => {
  it('chains every entry to the previous one, even with concurrent appends', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => append(`test.${i}`)))
    const entries = await db().auditEntry.findMany({ orderBy: { seq: 'asc' } })
    expect(entries.map((entry) => Number(entry.seq))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    let previous: Uint8Array = new Uint8Array([0])
    for (const { prevHash, hash, ...entry } of entries) {
      expect(Buffer.from(prevHash)).toEqual(Buffer.from(previous))
      expect(Buffer.from(hash)).toEqual(Buffer.from(entryHash(previous, entry)))
      previous = hash
    }
  })

  it('refuses updates, deletes and truncation', async () => {
    await append('test.kept')
    for (const sql of [
      "update audit_entries set action = 'forged'",
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(db().$executeRawUnsafe(sql)).rejects.toThrow('permission denied')
      await expect(queryAsOwner(sql)).rejects.toThrow('append-only')
    }
  })

  it('leaves no gap when a transaction rolls back', async () => {
    const before = await db().auditEntry.count()
    await db()
      .$transaction(async (tx) => {
        await record({ by: { kind: 'system' }, action: 'test.lost' }, tx)
        throw new Error('rolled back')
      })
      .catch(() => {})
    await append('test.next')
    expect(await db().auditEntry.count()).toBe(before + 1)
  })
})

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anchorFile, anchorHead } from '@/lib/audit/anchor.server'
import { recordAll } from '@/lib/audit/record.server'
import { entryHash, headMac } from '@/lib/audit/seal.server'
import { lastVerdict, verdictSetting, verifyChain } from '@/lib/audit/verify.server'
import { watchChain } from '@/lib/audit/watch.server'
import { db } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'

const { ownerUrl } = ownDatabase()
const owner = new pg.Client({ connectionString: ownerUrl })
beforeAll(() => owner.connect())
afterAll(async () => {
  await owner.end()
})

/**
 * Ten entries, anchored after the sixth and at the end; the attacker owns the database and has disabled its
 * triggers.
 */
beforeEach(async () => {
  process.env.DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-audit-'))
  await owner.query("set session_replication_role = 'replica'")
  await owner.query('delete from audit_entries')
  await owner.query(`update audit_head set seq = 0, hash = '\\x00', mac = null`)
  await append(6)
  await anchorHead()
  await append(4)
  await anchorHead()
})

const append = (count: number) =>
  db().$transaction((tx) =>
    recordAll(
      Array.from({ length: count }, (_, n) => ({
        by: { kind: 'system' as const },
        action: `test.n${n}`,
        details: { n },
      })),
      tx,
    ),
  )
const breach = async () => (await verifyChain()).breach
const run = (sql: string) => owner.query(sql)

/** Recomputes the hashes from entry `from` on, as somebody with (or without) the key would. */
async function rehash(from: bigint, hashOf: typeof entryHash) {
  const entries = await db().auditEntry.findMany({ orderBy: { seq: 'asc' } })
  let previous: Uint8Array = new Uint8Array([0])
  for (const { prevHash: _, hash, ...entry } of entries) {
    if (entry.seq < from) {
      previous = hash
      continue
    }
    const own = hashOf(previous, entry)
    await owner.query('update audit_entries set prev_hash = $1, hash = $2 where seq = $3', [
      Buffer.from(previous),
      Buffer.from(own),
      entry.seq.toString(),
    ])
    previous = own
  }
  return previous
}

describe('the verification of the audit chain', () => {
  it('accepts an intact chain and counts its entries', async () => {
    expect(await verifyChain()).toMatchObject({ entries: 10, anchors: 2, breach: null })
  })

  it('reports a changed entry', async () => {
    await run(`update audit_entries set action = 'forged' where seq = 4`)
    expect(await breach()).toEqual({ kind: 'changed', seq: '4' })
  })

  it('reports a deleted entry', async () => {
    await run('delete from audit_entries where seq = 5')
    expect(await breach()).toEqual({ kind: 'missing', seq: '5' })
  })

  it('reports an inserted entry, at the start, in the middle or at the end', async () => {
    const copy = (seq: string) =>
      run(`insert into audit_entries select ${seq}, at, actor_id, actor_kind, actor_roles, 'forged', object_type, object_id,
             request_id, address, details, prev_hash, hash from audit_entries where seq = 3`)
    await copy('11')
    expect(await breach()).toEqual({ kind: 'added', seq: '11' })
    await run('delete from audit_entries where seq = 11')
    await copy('0')
    expect(await breach()).toEqual({ kind: 'added', seq: '0' })
    await run('delete from audit_entries where seq = 0')
    await run('update audit_entries set seq = seq + 1000 where seq > 3')
    await copy('4')
    await run('update audit_entries set seq = seq - 999 where seq > 1000')
    expect(await breach()).toEqual({ kind: 'changed', seq: '4' })
  })

  it('reports the first of two swapped entries', async () => {
    await run('update audit_entries set seq = seq + 1000 where seq in (3, 7)')
    await run('update audit_entries set seq = case seq when 1003 then 7 else 3 end where seq in (1003, 1007)')
    expect(await breach()).toEqual({ kind: 'changed', seq: '3' })
  })

  it('reports the first entry of a truncated end, even if the head was moved back', async () => {
    await run('delete from audit_entries where seq > 8')
    expect(await breach()).toEqual({ kind: 'missing', seq: '9' })
    await run('update audit_head set (seq, hash) = (select seq, hash from audit_entries where seq = 8)')
    expect(await breach()).toEqual({ kind: 'missing', seq: '9' })
    fs.rmSync(anchorFile())
    expect(await breach()).toEqual({ kind: 'missing', seq: '9' })
  })

  it('reports a truncated end even if an old head was restored, by the anchor', async () => {
    const { hash } = await db().auditEntry.findUniqueOrThrow({ where: { seq: 8n } })
    await run('delete from audit_entries where seq > 8')
    await owner.query('update audit_head set seq = 8, hash = $1, mac = $2', [
      Buffer.from(hash),
      Buffer.from(headMac(8n, hash)),
    ])
    expect(await breach()).toEqual({ kind: 'missing', seq: '9' })
  })

  it('reports the first entry of a chain that was rewritten without the key', async () => {
    await run(`update audit_entries set action = 'forged' where seq = 2`)
    const plain: typeof entryHash = (previous, entry) =>
      new Uint8Array(createHash('sha256').update(previous).update(`${entry.seq}`).digest())
    const last = await rehash(2n, plain)
    await owner.query('update audit_head set hash = $1', [Buffer.from(last)])
    expect(await breach()).toEqual({ kind: 'changed', seq: '2' })
  })

  it('detects a chain that was rewritten with the key, between two anchors', async () => {
    await run(`update audit_entries set action = 'forged' where seq = 8`)
    const last = await rehash(8n, entryHash)
    await owner.query('update audit_head set hash = $1, mac = $2', [
      Buffer.from(last),
      Buffer.from(headMac(10n, last)),
    ])
    expect(await breach()).toEqual({ kind: 'rewritten', seq: '10', after: '6' })
  })

  it('reports a tampered anchor file, and the line', async () => {
    const [first = '', second = ''] = fs.readFileSync(anchorFile(), 'utf8').trim().split('\n')
    fs.writeFileSync(anchorFile(), `${second}\n${first}\n`)
    expect(await breach()).toEqual({ kind: 'anchor', seq: '1' })
    fs.writeFileSync(anchorFile(), `${first}\n${second.replace('"seq":"10"', '"seq":"9"')}\n`)
    expect(await breach()).toEqual({ kind: 'anchor', seq: '2' })
  })

  it('reports an invalid line of the anchor file every night, and continues to write anchors after it', async () => {
    const whole = fs.readFileSync(anchorFile(), 'utf8')
    for (const line of ['{}', '7', 'null', '{"seq":"ten","hash":"","at":"","mac":""}']) {
      fs.writeFileSync(anchorFile(), `${whole}${line}\n`)
      await verdictSetting.save({ entries: 0, anchors: 0, checkedAt: '', breach: null })
      await watchChain()
      expect((await lastVerdict())?.breach, line).toEqual({ kind: 'anchor', seq: '3' })
      expect(fs.readFileSync(anchorFile(), 'utf8').trim().split('\n'), line).toHaveLength(4)
    }
  })

  it('verifies the chain even if the last verdict is dated in the future', async () => {
    await run("update audit_entries set action = 'x' where seq = 3")
    const checkedAt = new Date(Date.now() + 9e9).toISOString()
    await verdictSetting.save({ entries: 10, anchors: 2, checkedAt, breach: null })
    await watchChain()
    expect((await lastVerdict())?.breach).toEqual({ kind: 'changed', seq: '3' })
  })

  it('ignores a last line that a full disk cut off, and continues after the last complete one', async () => {
    const whole = fs.readFileSync(anchorFile(), 'utf8')
    fs.writeFileSync(anchorFile(), whole.slice(0, -40))
    expect(await verifyChain()).toMatchObject({ anchors: 1, breach: null })
    await append(1)
    await anchorHead()
    expect(await verifyChain()).toMatchObject({ entries: 11, anchors: 2, breach: null })
    expect(fs.readFileSync(anchorFile(), 'utf8').startsWith(whole.split('\n')[0] ?? '')).toBe(true)
  })

  it('writes no second anchor for the same position', async () => {
    await anchorHead()
    expect(fs.readFileSync(anchorFile(), 'utf8').trim().split('\n')).toHaveLength(2)
  })
})

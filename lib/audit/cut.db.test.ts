import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anchorFile, anchorHead, readAnchors } from '@/lib/audit/anchor.server'
import { countOlder, cutEntries, readCut } from '@/lib/audit/cut.server'
import { recordAll } from '@/lib/audit/record.server'
import { datedAudit } from '@/lib/audit/testing/dated'
import { verifyChain } from '@/lib/audit/verify.server'
import { db } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'

const { ownerUrl } = ownDatabase()
const owner = new pg.Client({ connectionString: ownerUrl })
const run = (sql: string) => owner.query(sql)
const guarded = (on: boolean) => run(`set session_replication_role = '${on ? 'origin' : 'replica'}'`)
beforeAll(() => owner.connect())
afterAll(async () => {
  await owner.end()
})

const BEFORE = new Date('2021-03-12T00:00:00Z')

/** Six entries of 2020, then four of 2022, anchored. The attacker owns the database and bypasses its triggers. */
beforeEach(async () => {
  process.env.DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-cut-'))
  await guarded(false)
  await run('delete from audit_entries')
  await run('delete from audit_cut')
  await run(`update audit_head set seq = 0, hash = '\\x00', mac = null`)
  await append('2020-05-01', 6)
  await append('2022-05-01', 4)
  await anchorHead()
})

async function append(day: string, count: number) {
  const entry = { by: { kind: 'system' as const }, action: 'test.n' }
  await datedAudit(day, () => db().$transaction((tx) => recordAll(Array(count).fill(entry), tx)))
}
const cut = (before = BEFORE) => db().$transaction((tx) => cutEntries(tx, before))
const breach = async () => (await verifyChain()).breach
const left = async () =>
  (await db().auditEntry.findMany({ orderBy: { seq: 'asc' } })).map(({ seq }) => Number(seq))

describe('cutting the audit log', () => {
  it('removes the older entries as one contiguous range, appends an entry about it, and leaves a valid chain', async () => {
    expect(await countOlder(BEFORE)).toBe(6)
    expect(await cut()).toBe(6)
    expect(await left()).toEqual([7, 8, 9, 10, 11])
    const last = await db().auditEntry.findUniqueOrThrow({ where: { seq: 11n } })
    expect(last).toMatchObject({
      action: 'audit.cut',
      details: { seq: '6', removed: 6, before: BEFORE.toISOString() },
    })
    expect(await verifyChain()).toMatchObject({ entries: 5, breach: null })
    await anchorHead()
    expect((await readAnchors()).anchors.at(-1)?.cut?.seq).toBe(6n)
    expect(await verifyChain()).toMatchObject({ entries: 5, anchors: 2, breach: null })
    expect(await cut()).toBe(0)
  })

  it('continues from the previous cut', async () => {
    await cut()
    expect(await cut(new Date('2022-06-01'))).toBe(4)
    expect(await left()).toEqual([11, 12])
    expect((await readCut()).cut).toMatchObject({ seq: 10n, removed: 4 })
    expect(await breach()).toBeNull()
  })

  it('never removes entries after the first one that is not older, even older ones', async () => {
    await append('2020-06-01', 1)
    expect(await cut()).toBe(6)
    expect((await left())[0]).toBe(7)
  })

  it('leaves a range that was tampered with, as evidence', async () => {
    await run(`update audit_entries set action = 'forged' where seq = 4`)
    expect(await cut()).toBe(0)
    expect(await breach()).toEqual({ kind: 'changed', seq: '4' })
    await run('delete from audit_entries where seq <= 4')
    expect(await cut()).toBe(0)
    expect(await breach()).toEqual({ kind: 'front', seq: '1' })
  })

  it('leaves what follows a cut that somebody without the key recorded', async () => {
    await run(
      `insert into audit_cut select 1, seq, hash, 3, now(), now(), '\\x00' from audit_entries where seq = 3`,
    )
    await run('delete from audit_entries where seq <= 3')
    expect(await cut()).toBe(0)
    expect(await left()).toEqual([4, 5, 6, 7, 8, 9, 10])
  })
})

describe('the database', () => {
  it('deletes no entry before its cut is recorded, and then the whole range or nothing', async () => {
    await guarded(true)
    await expect(run('delete from audit_entries where seq <= 2')).rejects.toThrow('append-only')
    await run(
      `insert into audit_cut select 1, seq, hash, 3, now(), now(), '\\x00' from audit_entries where seq = 3`,
    )
    await expect(run('delete from audit_entries where seq <= 4')).rejects.toThrow('append-only')
    await expect(run('delete from audit_entries where seq = 3')).rejects.toThrow('append-only')
    await run('delete from audit_entries where seq <= 3')
    expect(await left()).toEqual([4, 5, 6, 7, 8, 9, 10])
  })

  it('moves a cut only forwards, to an old entry that exists, and never deletes it', async () => {
    await append(new Date(Date.now() - 86_400_000).toISOString(), 1)
    await cut()
    await guarded(true)
    await expect(run('delete from audit_cut')).rejects.toThrow('not taken back')
    await expect(run('truncate audit_cut')).rejects.toThrow('not taken back')
    await expect(run('update audit_cut set seq = 5')).rejects.toThrow('only moves on')
    const to = (seq: number) =>
      run(`update audit_cut c set seq = a.seq, hash = a.hash from audit_entries a where a.seq = ${seq}`)
    await expect(run('update audit_cut set seq = 8')).rejects.toThrow('old entry only')
    await expect(to(11)).rejects.toThrow('old entry only')
    expect((await to(8)).rowCount).toBe(1)
  })
})

describe.each([['by its record'], ['by its record and the anchors']])(
  'the verification accepts a cut %s, and',
  (how) => {
    const anchored = how !== 'by its record'
    /** Without anchors only the record proves the cut: once it's gone, everything before it is missing. */
    const front = anchored ? '7' : '1'
    beforeEach(async () => {
      await cut()
      if (anchored) await anchorHead()
    })

    it('reports the first entry when one more is deleted', async () => {
      await run('delete from audit_entries where seq = 7')
      expect(await breach()).toEqual({ kind: 'front', seq: '7' })
    })

    it('reports a cut that was moved forwards without the key', async () => {
      await run(
        'update audit_cut c set seq = a.seq, hash = a.hash, removed = 8 from audit_entries a where a.seq = 8',
      )
      await run('delete from audit_entries where seq <= 8')
      expect(await breach()).toEqual({ kind: 'front', seq: front })
    })

    it('reports a cut whose record was deleted', async () => {
      await run('delete from audit_cut')
      expect(await breach()).toEqual(anchored ? { kind: 'cut', seq: '6' } : { kind: 'front', seq: '1' })
      await run('delete from audit_entries where seq = 7')
      expect(await breach()).toEqual({ kind: 'front', seq: front })
    })

    it('reports a cut when any field of its record was changed', async () => {
      const wrong = anchored ? { kind: 'cut', seq: '6' } : { kind: 'front', seq: '1' }
      for (const change of [`removed = 5`, `before = now()`, `at = now()`, `mac = '\\x00'`, `hash = mac`]) {
        await run('create temporary table kept as select * from audit_cut')
        await run(`update audit_cut set ${change}`)
        expect(await breach()).toEqual(wrong)
        await run('delete from audit_cut')
        await run('insert into audit_cut select * from kept')
        await run('drop table kept')
        expect(await breach()).toBeNull()
      }
    })

    it('reports entries that were reinserted before the cut', async () => {
      await run(`insert into audit_entries select 6, at, actor_id, actor_kind, actor_roles, 'forged', object_type, object_id,
      request_id, address, details, prev_hash, hash from audit_entries where seq = 7`)
      expect(await breach()).toEqual({ kind: 'added', seq: '6' })
    })
  },
)

describe('without a cut', () => {
  it('reports the first entry after a truncated start, even if somebody without the key recorded a cut', async () => {
    await run(
      `insert into audit_cut select 1, seq, hash, 3, now(), now(), '\\x00' from audit_entries where seq = 3`,
    )
    expect(await breach()).toEqual({ kind: 'cut', seq: '3' })
    await run('delete from audit_entries where seq <= 3')
    expect(await breach()).toEqual({ kind: 'front', seq: '1' })
    await anchorHead()
    expect(fs.readFileSync(anchorFile(), 'utf8')).not.toContain('"cut"')
    await run('delete from audit_cut')
    expect(await breach()).toEqual({ kind: 'front', seq: '1' })
  })
})

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { withClient } from '../postgres/database.mjs'
import { anotherDatabase } from '../testing/databases'
import { writeBackup } from './dump.mjs'
import { loadBackup } from './load.mjs'

const { ownerUrl: url } = ownDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'backup-'))
const file = path.join(folder, 'accord.backup.gz')
const NAME = 'Zoë \u2028 “O’Neil”\n\\x'

const ask = (address: string, sql: string): Promise<Record<string, unknown>[]> =>
  withClient(address, async (client) => (await client.query(sql)).rows)

/** All rows of a table, as text. */
const rowsOf = (address: string, table: string) =>
  ask(address, `select to_jsonb(t)::text as row from ${table} t order by 1`)

type Query = (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** @returns the number of characters that each query from now on sends and receives as values */
function recordQuerySizes(): number[] {
  const sizes: number[] = []
  const query = pg.Client.prototype.query as Query
  const recordingQuery: Query = async function (this: pg.Client, sql, values = []) {
    const answer = await query.call(this, sql, values)
    sizes.push(JSON.stringify(values).length + JSON.stringify(answer.rows ?? []).length)
    return answer
  }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(recordingQuery as never)
  return sizes
}

beforeAll(async () => {
  const user = { email: 'ada@accord.test', name: 'Ada', passwordHash: '-', roles: ['analyst' as const] }
  const { id } = await db().user.create({ data: user })
  await db().session.create({ data: { sidHash: new Uint8Array([1]), userId: id } })
  const check = (state: 'ready' | 'sending', raw?: Buffer) =>
    db().verification.create({
      data: {
        environment: 'sandbox',
        source: 'single',
        iban: 'DE02120300000000202051',
        name: NAME,
        nameSearch: 'zoe',
        country: 'DE',
        rawCipher: raw ? new Uint8Array(raw) : null,
        comparison: { identical: false, columns: [null, 1.5, 'é'] },
        requestedById: id,
        attempts: {
          create: { number: 1, state, sendDeadline: state === 'sending' ? new Date(4e12) : null } as never,
        },
      },
    })
  await check('ready', Buffer.from([0, 1, 255]))
  await check('sending')
  const file = {
    fileName: 'a.csv',
    fileHash: 'f',
    reading: {},
    fileRows: 2,
    total: 2,
    notSent: 0,
    countWaiting: 2,
  }
  const sendingBulk = {
    number: 1,
    size: 1,
    state: 'sending' as const,
    attempts: { create: { number: 1, state: 'sending' as const } },
  }
  const { id: completesId } = await db().upload.create({
    data: { ...file, title: 'May', state: 'completed', createdById: id },
  })
  await db().upload.create({
    data: {
      comparison: { edited: 0 },
      ...file,
      completesId,
      state: 'processing',
      createdById: id,
      bulks: { create: [sendingBulk, { number: 2, size: 1 }] },
    },
  })
  for (let n = 0; n < 3; n++)
    await db().$transaction((tx) =>
      record(
        { by: { kind: 'system' }, action: 'demo.seeded', object: { type: 'user', id }, details: { n } },
        tx,
      ),
    )
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await db().$disconnect()
  rmSync(folder, { recursive: true })
})

describe('a backup', () => {
  it('restores everything, and no request that was in progress is ever sent again', async () => {
    await writeBackup(url, file)
    const { url: DATABASE_URL, ownerUrl: target } = await anotherDatabase()
    await loadBackup(target, file)
    for (const table of ['users', 'audit_entries', 'audit_head', 'verifications'])
      expect(await rowsOf(target, table), table).toEqual(await rowsOf(url, table))
    expect(await rowsOf(target, 'sessions')).toEqual([])
    const settings = await ask(target, 'select key, value from settings order by key')
    const added = ['office.restores', 'retention.restore']
    const isAdded = ({ key }: { key?: string }) => added.includes(key ?? '')
    expect(settings.filter((one) => !isAdded(one))).toEqual(
      await ask(url, 'select key, value from settings order by key'),
    )
    expect(settings.filter(isAdded).map(({ key }) => key)).toEqual(added)

    const env = {
      ...process.env,
      DATABASE_URL,
      DATA_DIR: folder,
      NODE_OPTIONS: '',
    }
    const args = ['--import', './scripts/register.mjs', 'scripts/backup/restored.ts', '2026-11-21T00:00:00Z']
    await promisify(execFile)('node', args, { env })
    expect(await ask(target, 'select distinct state from attempts')).toEqual([{ state: 'unknown' }])
    expect(await ask(target, 'select distinct status from verifications')).toEqual([{ status: 'unknown' }])
    const links = 'select id, title, completes_id, retries_id from uploads order by title'
    expect(await ask(target, links)).toEqual(await ask(url, links))
    expect(await ask(target, `select state, pause_reason from uploads where state <> 'completed'`)).toEqual([
      { state: 'paused', pause_reason: 'user' },
    ])
    expect(await ask(target, 'select number, state from bulks order by 1')).toEqual([
      { number: 1, state: 'unknown' },
      { number: 2, state: 'waiting' },
    ])
    const [last] = await ask(target, 'select action from audit_entries order by seq desc limit 1')
    expect(last).toEqual({ action: 'audit.restored' })
  })

  it('is complete, although another one is written to the same file at the same time', async () => {
    const shared = path.join(folder, 'shared.gz')
    await Promise.all([writeBackup(url, shared), writeBackup(url, shared)])
    const lines = zlib.gunzipSync(readFileSync(shared)).toString('utf8').trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true })
    expect(readdirSync(folder).filter((name) => name.startsWith('shared'))).toEqual(['shared.gz'])
  })

  it('is restored into an empty database only', async () => {
    await expect(loadBackup(url, file)).rejects.toThrow('not empty')
  })

  it('names the privilege that the owner lacks, and how to grant it', async () => {
    const { ownerUrl: target } = await anotherDatabase()
    const limited = `limited_${randomUUID().slice(0, 8)}`
    await ask(
      target,
      `create role ${limited} login password 'x'; grant all on all tables in schema public to ${limited}`,
    )
    const address = Object.assign(new URL(target), { username: limited, password: 'x' }).href
    await expect(loadBackup(address, file)).rejects.toThrow(
      `GRANT SET ON PARAMETER session_replication_role TO "${limited}";`,
    )
    await ask(target, `drop owned by ${limited}; drop role ${limited}`)
  })

  it('that is truncated, altered or from another version changes nothing', async () => {
    const { ownerUrl: target } = await anotherDatabase()
    const text = zlib.gunzipSync(readFileSync(file)).toString('utf8')
    const expectRefusal = async (changed: Buffer, why: string) => {
      writeFileSync(path.join(folder, 'bad.gz'), changed)
      await expect(loadBackup(target, path.join(folder, 'bad.gz'))).rejects.toThrow(why)
      expect(await rowsOf(target, 'users')).toEqual([])
    }
    await expectRefusal(readFileSync(file).subarray(0, -30), 'damaged')
    await expectRefusal(zlib.gzipSync(text.split('\n').slice(0, -2).join('\n')), 'damaged')
    await expectRefusal(zlib.gzipSync(text.replace('ada@accord.test', 'eve@accord.test')), 'damaged')
    await expectRefusal(zlib.gzipSync(text.replace('"created_at": "2', '"created_at": "x')), 'damaged')
    await expectRefusal(zlib.gzipSync(text.replace('{"table":', '{"table":oops')), 'damaged')
    await expectRefusal(zlib.gzipSync(text.replace('"version":"', '"version":"0_older ')), 'another version')
  })
  if (process.env.LONG)
    it('with large files is written and restored in parts, because memory may not hold all of it', async () => {
      const { ownerUrl: from } = await anotherDatabase()
      const { ownerUrl: target } = await anotherDatabase()
      const large = path.join(folder, 'large.gz')
      const MEBI = 1024 * 1024
      await ask(
        from,
        `insert into connections (id, name, base_url, client_id, secret_cipher, secret_last4, active)
         select gen_random_uuid(), 'C' || n, 'https://a.test', 'a', decode(repeat('00', ${MEBI}), 'hex'), 'xxxx', false
           from generate_series(1, 10) n`,
      )
      const sizes = recordQuerySizes()
      await writeBackup(from, large)
      await loadBackup(target, large)
      vi.restoreAllMocks()
      // each file is 2 Mi hexadecimal digits
      expect(Math.max(...sizes)).toBeLessThan(17 * MEBI)
      expect(await ask(target, 'select sum(octet_length(secret_cipher))::int as n from connections')).toEqual(
        [{ n: 10 * MEBI }],
      )
    })

  it('is reported as damaged only when it is: errors of the disk and the database keep their messages', async () => {
    const { ownerUrl: target } = await anotherDatabase()
    const none = path.join(folder, 'none.gz')
    await expect(loadBackup(target, none)).rejects.toThrow('none.gz')
    await ask(
      target,
      `create function full_disk() returns trigger language plpgsql as
         $$ begin raise 'invalid page: no space left' using errcode = 'disk_full'; end $$;
       create trigger full_disk before insert on users for each row execute function full_disk();
       alter table users enable always trigger full_disk`,
    )
    await expect(loadBackup(target, file)).rejects.toThrow('no space left')
    expect(await rowsOf(target, 'users')).toEqual([])
  })
})

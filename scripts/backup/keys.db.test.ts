import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { assertAuditKeys } from '@/lib/audit/keys.server'
import { record } from '@/lib/audit/record.server'
import { createSigningKey } from '@/lib/exports/testing/tamper'
import { encrypt } from '@/lib/platform/crypto.server'
import { clientExecutor, db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { TEST_SETTINGS } from '@/lib/platform/testing/settings'
import { withClient } from '../postgres/database.mjs'
import { Problem } from '../prepare/project.mjs'
import { runScript, type ScriptResult } from '../testing/command'
import { anotherDatabase } from '../testing/databases'
import { writeBackup } from './dump.mjs'
import { loadBackup } from './load.mjs'

const { url: appUrl, ownerUrl: url } = ownDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'accord-keys-'))
const backup = path.join(folder, 'accord.backup.gz')
const { NEXTAUTH_SECRET, ENCRYPTION_KEYS, AUDIT_KEY } = TEST_SETTINGS
const OFFICE_KEYS = {
  NEXTAUTH_SECRET,
  ENCRYPTION_KEYS,
  AUDIT_KEY,
  SIGNING_KEY: createSigningKey(),
}
const key = () => randomBytes(32).toString('base64')
const OTHER_KEYS = {
  NEXTAUTH_SECRET,
  ENCRYPTION_KEYS: `v1:${key()}`,
  AUDIT_KEY: key(),
  SIGNING_KEY: createSigningKey(),
}

/** Runs `npm run restore`: its exit code and output. */
const restore = (address: string, settings: Record<string, string>) =>
  command(address, settings, ['scripts/restore.mjs', backup])

/** The same database as web and worker open it: they own no table. */
const asApp = (address: string) => {
  const app = new URL(appUrl)
  app.pathname = new URL(address).pathname
  return app.href
}

function command(address: string, settings: Record<string, string>, args: string[]): Promise<ScriptResult> {
  const own = { DATA_DIR: folder, DATABASE_URL: asApp(address), DATABASE_OWNER_URL: address }
  return runScript(args, { ...own, ...settings })
}

const verifyKeys = (client: pg.Client) => assertAuditKeys(clientExecutor(client))

/** The row count of each of our tables. */
async function rowsIn(address: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query<{ name: string; rows: string }>(`
    select t.table_name as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', t.table_name),
           false, true, '')))[1]::text as rows from information_schema.tables t
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`)
  await client.end()
  return Object.fromEntries(rows.map((row) => [row.name, Number(row.rows)]))
}

/** The same backup in the format from before key digests. */
function withoutKeyDigests(file: string): string {
  const lines = zlib.gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
  const { keys: _keys, ...head } = JSON.parse(lines[0] ?? '')
  const body = [JSON.stringify(head), ...lines.slice(1, -1)].map((line) => `${line}\n`).join('')
  const end = { ...JSON.parse(lines.at(-1) ?? ''), sha256: createHash('sha256').update(body).digest('hex') }
  const old = path.join(folder, 'old.gz')
  writeFileSync(old, zlib.gzipSync(`${body}${JSON.stringify(end)}\n`))
  return old
}

const connection = async (secretSetById: string) => {
  const id = randomUUID()
  const secretCipher = encrypt('secret', `connections|secret_cipher|${id}`)
  const data = {
    id,
    name: 'A',
    baseUrl: 'https://a.test/api-v1',
    clientId: 'a',
    secretLast4: 'cret',
    secretCipher,
    secretSetById,
  }
  await db().connection.create({ data })
}

const data = { email: 'ada@accord.test', name: 'Ada', passwordHash: '-', roles: ['admin' as const] }
const { id } = await db().user.create({ data })
await connection(id)
const entry = { by: { kind: 'system' as const }, action: 'test.n' }
for (let n = 0; n < 3; n++) await db().$transaction((tx) => record(entry, tx))
await writeBackup(url, backup, { env: OFFICE_KEYS, verifyKeys })
afterEach(() => Object.assign(env(), OFFICE_KEYS))
afterAll(async () => {
  await db().$disconnect()
  rmSync(folder, { recursive: true })
})

describe('a restore with other keys than those of the backup', () => {
  it('leaves the office empty, and says in one sentence which keys are missing and where they are', async () => {
    const { ownerUrl: address } = await anotherDatabase()
    const before = await rowsIn(address)
    const { code, output } = await restore(address, OTHER_KEYS)
    expect(code).not.toBe(0)
    expect(output).toContain('missing or different here: ENCRYPTION_KEYS (v1), AUDIT_KEY, SIGNING_KEY')
    expect(output).toMatch(/secrets\.json of its data folder/)
    expect(output).not.toContain(OFFICE_KEYS.AUDIT_KEY)
    expect(await rowsIn(address)).toEqual(before)
    expect(await restore(address, OFFICE_KEYS)).toMatchObject({ code: 0 })
    expect(await rowsIn(address)).toMatchObject({ users: 1, connections: 1, audit_entries: 4 })
    const copy = ['scripts/backup.mjs', path.join(folder, 'copy.gz')]
    expect(await command(address, OFFICE_KEYS, copy)).toMatchObject({ code: 0 })
  })

  it('leaves nothing behind either when the backup has no key digests, because its data show the difference', async () => {
    const { ownerUrl: address } = await anotherDatabase()
    const before = await rowsIn(address)
    const old = withoutKeyDigests(backup)
    Object.assign(env(), OTHER_KEYS)
    await expect(loadBackup(address, old, { verifyKeys })).rejects.toThrow(/: AUDIT_KEY, ENCRYPTION_KEYS\./)
    expect(await rowsIn(address)).toEqual(before)
    Object.assign(env(), OFFICE_KEYS)
    await loadBackup(address, old, { verifyKeys })
  })
})

it('the steps after a restore by another tool are one command, which needs the time of the backup', async () => {
  const { ownerUrl: address } = await anotherDatabase()
  await loadBackup(address, backup, { env: OFFICE_KEYS, verifyKeys })
  const before = await rowsIn(address)
  const wrong = await command(address, OFFICE_KEYS, ['scripts/restored.mjs', 'yesterday'])
  expect([wrong.code, wrong.output]).toEqual([
    1,
    expect.stringContaining('Which moment does the backup show?'),
  ])
  expect(await rowsIn(address)).toEqual(before)
  const { code, output } = await command(address, OFFICE_KEYS, ['scripts/restored.mjs', '2026-11-21T02:00Z'])
  expect([code, output]).toEqual([0, expect.stringContaining('goes on from 2026-11-21T02:00:00.000Z')])
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query('select action, details from audit_entries order by seq desc limit 1')
  await client.end()
  expect(rows).toMatchObject([{ action: 'audit.restored', details: { madeAt: '2026-11-21T02:00:00.000Z' } }])
})

it('a backup is not made with keys other than those of the office, because nobody could restore it', async () => {
  Object.assign(env(), OTHER_KEYS)
  await expect(writeBackup(url, path.join(folder, 'wrong.gz'), { verifyKeys })).rejects.toThrow(
    'AUDIT_KEY, ENCRYPTION_KEYS',
  )
})

it('a backup that finds no room leaves nothing behind, and says so in one sentence', async () => {
  const large = path.join(folder, 'large.gz')
  const draft = `${large}.part`
  symlinkSync('/dev/full', draft) // every write to it fails for lack of room
  await expect(writeBackup(url, large, { draft })).rejects.toThrow(
    new Problem(`There is no room for ${large}: free some, or name a file on another disk.`),
  )
  expect(readdirSync(folder).filter((name) => name.startsWith('large'))).toEqual([])
})

if (process.env.LONG)
  describe('a command that cannot finish', () => {
    it('a restore of a file that does not exist says so', async () => {
      const { code, output } = await command(url, OFFICE_KEYS, ['scripts/restore.mjs', '/none.gz'])
      expect([code, output]).toEqual([1, expect.stringContaining('There is no file /none.gz.')])
    })

    it('a backup that is interrupted leaves no half-written file with names and IBANs', async () => {
      const stopped = path.join(folder, 'stopped.gz')
      const blocking = new pg.Client({ connectionString: url })
      await blocking.connect()
      await blocking.query('begin; lock table webhooks in access exclusive mode')
      const own = { ...OFFICE_KEYS, DATA_DIR: folder, DATABASE_URL: asApp(url), DATABASE_OWNER_URL: url }
      const settings = { ...process.env, NODE_OPTIONS: '', NEXTAUTH_URL: 'http://127.0.0.1:3000', ...own }
      const child = spawn('node', ['scripts/backup.mjs', stopped], { env: settings, stdio: 'ignore' })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const half = () => readdirSync(folder).filter((name) => name.startsWith('stopped'))
      await expect.poll(half, { timeout: 20_000 }).toHaveLength(1)
      child.kill('SIGTERM')
      expect(await ended).toBe(143)
      await blocking.end()
      expect(half()).toEqual([])
    })

    it('a restore whose last steps fail says that the rows are there, and which command does the rest', async () => {
      const { ownerUrl: address } = await anotherDatabase()
      const blocked = path.join(folder, 'blocked')
      const anchors = path.join(blocked, 'audit-anchors.jsonl')
      mkdirSync(anchors, { recursive: true })
      const { code, output } = await restore(address, { ...OFFICE_KEYS, DATA_DIR: blocked })
      const rest = /The rows are restored, .*npm run restored -- (\S+Z)$/.exec(output.trim())?.[1] ?? ''
      expect([code, output]).toEqual([1, expect.stringContaining('npm run restored -- ')])
      rmSync(anchors, { recursive: true })
      const done = await command(address, { ...OFFICE_KEYS, DATA_DIR: blocked }, [
        'scripts/restored.mjs',
        rest,
      ])
      expect([done.code, done.output]).toEqual([0, expect.stringContaining('goes on from')])
    })
  })

it('a restore into an office with people changes nothing, not even its version', async () => {
  const { ownerUrl: address } = await anotherDatabase()
  const ask = (sql: string) => withClient(address, async (client) => (await client.query(sql)).rows)
  await ask(`insert into users (id, email, name) values (gen_random_uuid(), 'own@accord.test', 'Own')`)
  const newest = '(select max(migration_name) from _prisma_migrations)'
  await ask(`delete from _prisma_migrations where migration_name = ${newest}`)
  const versions = () => ask('select migration_name, logs from _prisma_migrations order by 1')
  const before = await versions()
  const { code, output } = await restore(address, OFFICE_KEYS)
  expect([code, output]).toEqual([1, expect.stringContaining('This database is not empty.')])
  expect(await versions()).toEqual(before)
})

it('a running office that gets its first person during a restore keeps them, and the restore is refused', async () => {
  const { ownerUrl: address } = await anotherDatabase()
  const office = new pg.Client({ connectionString: address })
  await office.connect()
  await office.query('begin')
  await office.query(
    `insert into users (id, email, name) values (gen_random_uuid(), 'new@accord.test', 'New')`,
  )
  let finished = false
  const restoring = loadBackup(address, backup, { env: OFFICE_KEYS, verifyKeys }).finally(() => {
    finished = true
  })
  restoring.catch(() => {})
  const waits = async () => (await office.query('select from pg_locks where not granted')).rowCount
  await expect.poll(async () => finished || (await waits()), { timeout: 20_000 }).toBeTruthy()
  await office.query('commit')
  await expect(restoring).rejects.toThrow('not empty')
  await expect(loadBackup(address, backup, { env: OTHER_KEYS, verifyKeys })).rejects.toThrow('not empty')
  const { rows } = await office.query('select name from users')
  await office.end()
  expect(rows).toEqual([{ name: 'New' }])
})

it('an office that was only started, with a first connection under lost keys, is overwritten by a restore', async () => {
  const { ownerUrl: address } = await anotherDatabase()
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`insert into connections (id, name, base_url, client_id, secret_cipher, secret_last4)
    values (gen_random_uuid(), 'Started', 'https://a.test', 'a', '\\x00', 'xxxx')`)
  await loadBackup(address, backup, { env: OFFICE_KEYS, verifyKeys })
  const { rows } = await client.query('select name from connections')
  await client.end()
  expect(rows).toEqual([{ name: 'A' }])
})

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openSession } from '@/lib/auth/session.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { decideErasure, requestErasure } from '@/lib/retention/erasure/request.server'
import { type DataSubject, readSubject } from '@/lib/retention/subject'
import { findValues } from '@/lib/retention/testing/dump'
import { makePayee, seedUpload, valuesOf } from '@/lib/retention/testing/seed'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { closeQueue } from '@/lib/uploads/testing/office'
import { createPerson } from '@/lib/users/create.server'
import { Provider } from '@/service/testing/provider'
import { cloneDatabase, dropDatabase } from '../postgres/database.mjs'
import { writeBackup } from './dump.mjs'
import { loadBackup } from './load.mjs'

const XERXES = makePayee(810_001, 'Xerxes Quillfeather')
const folder = mkdtempSync(path.join(os.tmpdir(), 'restored-'))
const name = `accord_t_restored_${randomUUID().slice(0, 8)}`
const { url, ownerUrl } = ownDatabase()
const address = new URL(ownerUrl)
address.pathname = `/${name}`
const app = new URL(url)
app.pathname = address.pathname
const env = { ...process.env, DATABASE_URL: app.href, DATA_DIR: folder, NODE_OPTIONS: '' }
const provider = new Provider()
let madeAt = ''
let unsentUpload = ''
let unknownUpload = ''
let worker: ChildProcess | undefined

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** Every row of every table, as text. */
async function readAllRows(): Promise<string> {
  const tables =
    await ask(`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`)
  const texts: string[] = []
  for (const { name } of tables)
    texts.push(...(await ask(`select t::text as row from ${name} t`)).map(({ row }) => String(row)))
  return texts.join('\n')
}

/**
 * An office with work, keys and links; its backup; then an erasure; then the backup restored into an empty database.
 */
beforeAll(async () => {
  process.env.DATA_DIR = folder
  await provider.start()
  await insertConnection(provider.baseUrl)
  const [admin, reviewer, analyst] = [
    await insertPerson('admin'),
    await insertPerson('reviewer'),
    await insertPerson(),
  ]
  await seedUpload([XERXES], analyst, reviewer)
  unsentUpload = (await receiveUpload(requestOf(linesOf(keptRows(3, 900))), analyst)).id
  unknownUpload = (await receiveUpload(requestOf(linesOf(keptRows(3, 950))), analyst)).id
  await db().upload.update({
    where: { id: unknownUpload },
    data: { state: 'paused', pauseReason: 'unknown' },
  })
  await openSession(analyst.actor.id)
  await createPerson({ email: 'new@accord.test', name: 'New', roles: ['analyst'] })
  const ownerId = analyst.actor.id
  const expiresAt = new Date(Date.now() + 86_400_000)
  const secretHash = new Uint8Array(32)
  await db().apiKey.create({
    data: { ownerId, name: 'ERP', secretHash, lastFour: 'abcd', scopes: [], expiresAt },
  })
  const hook = {
    url: `${provider.baseUrl}/hook`,
    events: [],
    secretCipher: new Uint8Array(1),
    createdById: ownerId,
  }
  await db().webhook.create({
    data: {
      ...hook,
      deliveries: { create: { event: 'upload.finished', eventId: randomUUID(), payload: '{}' } },
    },
  })
  await writeBackup(ownerUrl, path.join(folder, 'backup.gz'))

  const subject = readSubject({ kind: 'iban', value: XERXES.iban }) as DataSubject
  const nameSubject = readSubject({ kind: 'name', value: XERXES.name }) as DataSubject
  for (const one of [subject, nameSubject]) {
    const { id } = await requestErasure({ subject: one, reason: 'A letter' }, admin)
    await decideErasure(id, true, reviewer)
  }
  provider.ledger.length = 0
  await cloneDatabase(inject('postgres'), name, inject('template'))
  madeAt = (await loadBackup(address.href, path.join(folder, 'backup.gz'))).at
})
afterAll(async () => {
  const exited = worker && new Promise((resolve) => worker?.once('exit', resolve))
  worker?.kill('SIGKILL')
  await exited
  await provider.stop()
  await closeQueue()
  await db().$disconnect()
  await dropDatabase(inject('postgres'), name)
  rmSync(folder, { recursive: true })
})

describe('after a restore', () => {
  it('a person erased since the backup is erased again, everywhere', async () => {
    const values = valuesOf(XERXES)
    expect(findValues(await readAllRows(), values)).toEqual(values)
    const args = ['--import', './scripts/register.mjs', 'scripts/backup/restored.ts', '2026-11-21T00:00:00Z']
    await promisify(execFile)('node', args, { env })
    expect(findValues(await readAllRows(), values)).toEqual([])
  })

  it('nothing else is erased or deleted before an admin has confirmed the legal holds', async () => {
    const [setting] = await ask(`select value from settings where key = 'retention.restore'`)
    // the time in the backup, not the argument of the steps after the restore
    expect(setting?.value).toEqual({ madeAt, restoredAt: expect.any(String) })
  })

  it('people are told since when requests and releases may be missing', async () => {
    const [setting] = await ask(`select value from settings where key = 'office.restores'`)
    expect(setting?.value).toEqual([{ madeAt, restoredAt: expect.any(String) }])
  })

  it('nothing that may have been revoked since grants access: sessions, links, keys, webhooks', async () => {
    expect(await ask('select id from sessions')).toEqual([])
    expect(await ask('select id from password_links')).toEqual([])
    expect(await ask('select revoked_at is null as active from api_keys')).toEqual([{ active: false }])
    expect(await ask('select disabled_at is null as active from webhooks')).toEqual([{ active: false }])
  })

  it('a worker sends nothing from before until a person resumes an upload, and then that one only', async () => {
    const upload = `select state, pause_reason from uploads where id = '${unsentUpload}'`
    const paused = [{ state: 'paused', pause_reason: 'user' }]
    expect(await ask(upload)).toEqual(paused)
    // resolving its unknown outcome would resume it
    expect(await ask(`select state, pause_reason from uploads where id = '${unknownUpload}'`)).toEqual(paused)
    worker = spawn('node', ['--import', './scripts/register.mjs', 'worker/main.ts'], { env, stdio: 'ignore' })
    const heartbeats = async () => (await ask('select id from worker_heartbeats')).length
    await expect.poll(heartbeats, { timeout: 20_000 }).toBe(1)
    expect(provider.ledger).toEqual([])

    // like resuming an upload that was not compared yet
    await ask(`update uploads set state = 'comparing', pause_reason = null where id = '${unsentUpload}'`)
    const finished = async () => (await ask(upload))[0]?.state
    await expect.poll(finished, { timeout: 20_000 }).toBe('completed')
    expect(provider.ledger.map(({ items }) => items.map((item) => item.name))).toEqual([
      ['Holder 900', 'Holder 901', 'Holder 902'],
    ])
    expect(await ask('select tries from webhook_deliveries where tries > 0')).toEqual([])
  })
})

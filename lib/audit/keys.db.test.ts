import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { assertAuditKeys } from '@/lib/audit/keys.server'
import { record } from '@/lib/audit/record.server'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { TEST_SETTINGS } from '@/lib/platform/testing/settings'

const { url } = ownDatabase()
const { AUDIT_KEY, ENCRYPTION_KEYS } = TEST_SETTINGS
const OTHER = {
  AUDIT_KEY: randomBytes(32).toString('base64'),
  ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
}
const within = (keys: Partial<typeof OTHER>) => Object.assign(env(), keys)
const entry = { by: { kind: 'system' as const }, action: 'test.n' }

afterEach(() => within({ AUDIT_KEY, ENCRYPTION_KEYS }))

it('an empty database accepts any key; one with entries and secrets only its own, even beside newer ones', async () => {
  within(OTHER)
  await assertAuditKeys()
  within({ AUDIT_KEY, ENCRYPTION_KEYS })
  for (let n = 0; n < 3; n++) await db().$transaction((tx) => record(entry, tx))
  const id = randomUUID()
  const secretCipher = encrypt('secret', `connections|secret_cipher|${id}`)
  const user = { email: 'ada@accord.test', name: 'Ada', passwordHash: '-', roles: ['admin' as const] }
  const { id: secretSetById } = await db().user.create({ data: user })
  const connection = { id, name: 'A', baseUrl: 'https://a.test/api-v1', clientId: 'a', secretLast4: 'cret' }
  await db().connection.create({ data: { ...connection, secretCipher, secretSetById } })
  await assertAuditKeys()
  within({ ENCRYPTION_KEYS: `${OTHER.ENCRYPTION_KEYS.replace('v1:', 'v2:')},${ENCRYPTION_KEYS}` })
  await assertAuditKeys()
  within(OTHER)
  await expect(assertAuditKeys()).rejects.toThrow(
    /AUDIT_KEY, ENCRYPTION_KEYS\. .*secrets\.json of its data folder/,
  )
  within({ AUDIT_KEY })
  await expect(assertAuditKeys()).rejects.toThrow(/: ENCRYPTION_KEYS\./)
  within({ ENCRYPTION_KEYS, AUDIT_KEY: OTHER.AUDIT_KEY })
  await expect(assertAuditKeys()).rejects.toThrow(/: AUDIT_KEY\./)
})

it('a tampered chain head is not mistaken for a wrong key: the verification reports it, and work continues', async () => {
  const { mac } = await db().auditHead.findUniqueOrThrow({ where: { id: 1 } })
  await db().auditHead.update({ where: { id: 1 }, data: { mac: new Uint8Array(32) } })
  await assertAuditKeys()
  await db().auditHead.update({ where: { id: 1 }, data: { mac } })
})

it('a worker with other keys stops before it writes anything, and names them', async () => {
  const before = await db().auditEntry.count()
  const settings = { ...process.env, ...OTHER, DATABASE_URL: url, NODE_OPTIONS: '', LOG_LEVEL: 'info' }
  const worker = spawn('node', ['--import', './scripts/register.mjs', 'worker/main.ts'], {
    env: { ...settings, DATA_DIR: mkdtempSync(path.join(os.tmpdir(), 'accord-keys-')) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([worker.stdout.toArray(), once(worker, 'exit')])
  expect(code).toBe(1)
  expect(Buffer.concat(said).toString()).toContain('AUDIT_KEY, ENCRYPTION_KEYS')
  expect(await db().auditEntry.count()).toBe(before)
  expect(await db().workerHeartbeat.count()).toBe(0)
})

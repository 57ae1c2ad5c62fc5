import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSigningKey } from '@/lib/exports/testing/tamper'
import { TEST_SETTINGS } from '@/lib/platform/testing/settings'
import { withClient } from '../postgres/database.mjs'
import { runScript } from '../testing/command'
import { anotherDatabase } from '../testing/databases'

const folder = mkdtempSync(path.join(os.tmpdir(), 'accord-commands-'))
const { NEXTAUTH_SECRET, ENCRYPTION_KEYS, AUDIT_KEY } = TEST_SETTINGS
const KEYS = { NEXTAUTH_SECRET, ENCRYPTION_KEYS, AUDIT_KEY, SIGNING_KEY: createSigningKey() }
const CREATE = ['create', '--email', 'ada@bank.example', '--name', 'Ada', '--role', 'admin']
/** The commands for an office that may run. */
const COMMANDS = {
  backup: ['scripts/backup.mjs', path.join(folder, 'accord.backup.gz')],
  user: ['scripts/user.mjs', ...CREATE],
  'audit:verify': ['scripts/audit-verify.mjs'],
}

const ask = (address: string, sql: string): Promise<Record<string, unknown>[]> =>
  withClient(address, async (client) => (await client.query(sql)).rows)

/** What each command says, and its exit code. */
const runAllOn = async ({ url, ownerUrl }: { url: string; ownerUrl: string }) => {
  const settings = { ...KEYS, DATA_DIR: folder, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
  const ended = Object.values(COMMANDS).map((args) => runScript(args, settings))
  return (await Promise.all(ended)).map(({ code, output }) => ({ code, output: output.trim() }))
}
const allFailWith = (output: string) => Object.keys(COMMANDS).map(() => ({ code: 1, output }))

const tables = `select table_name from information_schema.tables where table_schema = 'public'`

afterAll(async () => {
  rmSync(folder, { recursive: true })
})

describe('backup, user and audit:verify refuse in one sentence, and change nothing', () => {
  const NONE =
    'This database contains no office. Prepare it with npm start or node scripts/migrate-database.mjs, or set another DATABASE_URL.'

  it('a database that does not exist', async () => {
    expect(await runAllOn(await anotherDatabase('missing'))).toEqual(allFailWith(NONE))
  })

  it('a database without tables', async () => {
    const empty = await anotherDatabase()
    await ask(
      empty.ownerUrl,
      'drop schema public cascade; create schema public; grant usage on schema public to public',
    )
    expect(await runAllOn(empty)).toEqual(allFailWith(NONE))
    expect(await ask(empty.ownerUrl, tables)).toEqual([])
  })

  it('a database of an earlier version', async () => {
    const earlier = await anotherDatabase()
    await ask(
      earlier.ownerUrl,
      `delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations)`,
    )
    const before = await ask(earlier.ownerUrl, 'select * from _prisma_migrations')
    expect(await runAllOn(earlier)).toEqual(
      allFailWith(
        'This office has not been updated to this version of Accord. Update it first, or use the version that it runs.',
      ),
    )
    expect(await ask(earlier.ownerUrl, 'select * from _prisma_migrations')).toEqual(before)
  })

  it('a database of a later version', async () => {
    const later = await anotherDatabase()
    await ask(
      later.ownerUrl,
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('9', '', '9_later', now())`,
    )
    expect(await runAllOn(later)).toEqual(
      allFailWith('This office runs another version of Accord. Use that version for this command.'),
    )
  })

  it('a data folder without an office', async () => {
    const none = path.join(folder, 'none')
    const settings = { DATA_DIR: none, DATABASE_URL: '', DATABASE_OWNER_URL: '' }
    for (const args of Object.values(COMMANDS))
      expect(await runScript(args, settings)).toEqual({
        code: 1,
        output: `\n${none} contains no office. Set DATA_DIR or DATABASE_URL, or run npm start first.\n\n`,
      })
    expect(readdirSync(none)).toEqual([])
  })
})

it('creating a person changes nothing else, and needs no owner of the tables', async () => {
  const office = await anotherDatabase()
  await ask(office.ownerUrl, 'delete from _repeatable')
  const settings = { ...KEYS, DATA_DIR: folder, DATABASE_URL: office.url, DATABASE_OWNER_URL: '' }
  const { code, output } = await runScript(COMMANDS.user, settings)
  expect([code, output]).toEqual([0, expect.stringContaining('Open this link once')])
  expect(await ask(office.ownerUrl, 'select email from users')).toEqual([{ email: 'ada@bank.example' }])
  expect(await ask(office.ownerUrl, 'select name from _repeatable')).toEqual([])
})

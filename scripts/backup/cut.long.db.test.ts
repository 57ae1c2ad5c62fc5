import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorHead } from '@/lib/audit/anchor.server'
import { cutEntries } from '@/lib/audit/cut.server'
import { recordAll } from '@/lib/audit/record.server'
import { datedAudit } from '@/lib/audit/testing/dated'
import { db } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { anotherDatabase } from '../testing/databases'
import { writeBackup } from './dump.mjs'
import { loadBackup } from './load.mjs'

const { ownerUrl: url } = ownDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'cut-'))
const file = (name: string) => path.join(folder, name)

/** An office with old audit entries: one backup before they were removed, one after, and the anchors of that day. */
beforeAll(async () => {
  process.env.DATA_DIR = file('data')
  const entry = { by: { kind: 'system' as const }, action: 'test.old' }
  await datedAudit('2016-05-01', () => db().$transaction((tx) => recordAll([entry, entry, entry], tx)))
  await db().$transaction((tx) => recordAll([{ ...entry, action: 'test.new' }], tx))
  await anchorHead()
  await writeBackup(url, file('before.gz'))
  await db().$transaction((tx) => cutEntries(tx, new Date('2021-03-12')))
  await anchorHead()
  await writeBackup(url, file('after.gz'))
  const { id } = await db().user.create({ data: { email: 'ada@accord.test', name: 'Ada' } })
  const check = { iban: 'FR7630006000011234567890189', name: 'Ada', nameSearch: 'ada', country: 'FR' }
  const attempts = { create: { state: 'sending' as const } }
  await db().verification.create({
    data: { ...check, environment: 'live', source: 'single', status: 'pending', requestedById: id, attempts },
  })
  await writeBackup(url, file('sending.gz'))
  await db().$transaction((tx) => recordAll([{ ...entry, action: 'test.lost' }], tx))
  await anchorHead()
})
afterAll(async () => {
  await db().$disconnect()
  rmSync(folder, { recursive: true })
})

/**
 * Runs the steps after a restore, then confirms the legal holds and runs the nightly jobs in one process, and prints what
 * the office contains before and after.
 */
const NIGHT_AFTER_RESTORE = `
  const { db } = await import('@/lib/platform/db.server')
  const { verifyChain } = await import('@/lib/audit/verify.server')
  const { readCut } = await import('@/lib/audit/cut.server')
  const summary = async () => ({
    breach: (await verifyChain()).breach,
    cut: Number((await readCut()).cut?.seq ?? 0),
    actions: (await db().auditEntry.findMany({ orderBy: { seq: 'asc' } })).map(({ seq, action }) => seq + ' ' + action),
  })
  await import('./scripts/backup/restored.ts')
  const first = await summary()
  await (await import('@/lib/retention/restore.server')).confirmHolds({ kind: 'system' })
  await (await import('@/lib/retention/night.server')).runNight('2026-11-22')
  console.log(JSON.stringify([first, await summary()]))
  await db().$disconnect()`

/** Restores a backup as `npm run restore` does, with the newest anchors in place, and then runs the nightly jobs. */
async function restoreAndRunNight(backup: string) {
  const { url: DATABASE_URL, ownerUrl } = await anotherDatabase()
  await loadBackup(ownerUrl, file(backup))
  const DATA_DIR = file(path.basename(ownerUrl))
  cpSync(file('data'), DATA_DIR, { recursive: true })
  const env = { ...process.env, DATABASE_URL, DATA_DIR, NODE_OPTIONS: '' }
  const madeAt = new Date().toISOString()
  const args = [
    '--import',
    './scripts/register.mjs',
    '--input-type=module',
    '-e',
    NIGHT_AFTER_RESTORE,
    madeAt,
  ]
  const { stdout } = await promisify(execFile)('node', args, { env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

describe('a restore', () => {
  it('of a backup made after old audit entries were removed keeps them removed, and the chain is intact', async () => {
    const [first, second] = await restoreAndRunNight('after.gz')
    const actions = ['4 test.new', '5 audit.cut', '6 audit.restored']
    expect(first).toEqual({ breach: null, cut: 3, actions })
    expect(second).toEqual({
      breach: null,
      cut: 3,
      actions: [...actions, '7 retention.holds_confirmed', '8 retention.ran'],
    })
  })

  it('of a backup with a request in flight keeps the chain intact, whatever was recorded and anchored since', async () => {
    const [first] = await restoreAndRunNight('sending.gz')
    expect(first.breach).toBeNull()
    expect(first.actions.slice(-2)).toEqual(['6 verification.checked', '7 audit.restored'])
  })

  it('of a backup made before brings the entries back, and the next nightly run removes them again', async () => {
    const [first, second] = await restoreAndRunNight('before.gz')
    const old = ['1 test.old', '2 test.old', '3 test.old']
    const kept = ['4 test.new', '5 audit.restored']
    expect(first).toEqual({ breach: null, cut: 0, actions: [...old, ...kept] })
    expect(second).toEqual({
      breach: null,
      cut: 3,
      actions: [...kept, '6 retention.holds_confirmed', '7 audit.cut', '8 retention.ran'],
    })
  })
})

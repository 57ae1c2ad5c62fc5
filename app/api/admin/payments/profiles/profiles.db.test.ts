import { beforeEach, expect, it } from 'vitest'
import { PUT as change, DELETE as remove } from '@/app/api/admin/payments/profiles/[id]/route'
import { POST as create, GET as list } from '@/app/api/admin/payments/profiles/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { presetOf, UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import { changeProfile, deleteProfile, listProfiles } from '@/lib/payments/profiles/profiles.server'
import { db } from '@/lib/platform/db.server'
import { actsWaiting, countLockWaits, lockAuditLog } from '@/lib/platform/testing/locks'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const GERMAN = presetOf('DE', (text) => text)

const admin = await insertPerson('admin')
beforeEach(async () => {
  await db().bankProfile.deleteMany()
})

const add = (body: object, as = admin) => callRoute(create, 'POST', '/x', { as, body })
const bank = { bic: 'byladem1001', name: 'Deutsche Kreditbank', settings: GERMAN }

it('branches share the profile of their bank', async () => {
  const added = await add(bank)
  expect(added).toMatchObject({ status: 201, body: { bic: 'BYLADEM1', country: 'DE' } })
  expect(await listProfiles()).toMatchObject([{ name: 'Deutsche Kreditbank', settings: GERMAN }])
})

it('a bank can’t have two profiles', async () => {
  await add(bank)
  expect(await add({ ...bank, bic: 'BYLADEM1XXX' })).toMatchObject({
    status: 409,
    body: { code: 'profile_exists' },
  })
})

it('each change of a profile is in the audit log, with bank and settings before and after but no typed text, and none is made to a profile that others changed', async () => {
  const { body } = await add(bank)
  const params = { id: String(body.id) }
  const settings = { ...UNKNOWN_SETTINGS, nameCap: 35 }
  const put = (more: object) =>
    callRoute(change, 'PUT', '/x', { as: admin, params, body: { ...bank, ...more } })
  const changed = await put({ bic: 'COBADEFF', settings, before: body.updatedAt })
  expect((await put({ settings, before: '0000-01-01T00:00:00Z' })).status).toBe(422)
  expect(await put({ settings: GERMAN, before: body.updatedAt })).toMatchObject({
    ...{ status: 409, body: { code: 'setting_changed' } },
  })
  expect(changed.body).toMatchObject({ settings: { nameCap: 35, channelWithVop: null } })
  expect((await callRoute(remove, 'DELETE', '/x', { as: admin, params })).status).toBe(200)
  expect((await callRoute(list, 'GET', '/x', { as: admin })).body).toEqual({ items: [] })
  const entries = await db().auditEntry.findMany({
    where: { objectId: params.id },
    orderBy: { seq: 'asc' },
    select: { action: true, details: true },
  })
  const unknown = { byDefault: 'unknown', releaseDays: null, batches: 'unknown', reportKind: 'unknown' }
  const first = {
    ...{ ...unknown, bic: 'BYLADEM1', byDefault: 'opt_out', nameCap: 70, reportKind: 'pain002' },
    texts: ['channelWithVop', 'channelWithoutVop', 'oneLine', 'release', 'report'],
  }
  const second = { ...unknown, bic: 'COBADEFF', nameCap: 35, texts: [] }
  expect(entries).toEqual([
    { action: 'payment.profile_created', details: { after: first } },
    { action: 'payment.profile_changed', details: { before: first, after: second } },
    { action: 'payment.profile_deleted', details: { before: second } },
  ])
})

it('a profile that another admin is deleting is deleted once', async () => {
  const { body } = await add(bank)
  const params = { id: String(body.id) }
  const second = await db().$transaction(async (tx) => {
    await tx.bankProfile.delete({ where: params })
    const deleting = callRoute(remove, 'DELETE', '/x', { as: admin, params })
    await expect.poll(countLockWaits).toBe(1)
    return { deleting }
  })
  expect(await second.deleting).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

it('a profile that another admin is deleting is not found by a change', async () => {
  const { body } = await add(bank)
  const id = String(body.id)
  const seen = { bic: 'BYLADEM1', name: 'Bank', settings: UNKNOWN_SETTINGS, before: String(body.updatedAt) }
  const outcomes = await actsWaiting(lockAuditLog, [
    () => deleteProfile(id, admin.auditActor),
    () => changeProfile(id, seen, admin.auditActor),
  ])
  expect(outcomes).toEqual(['done', 'not_found'])
})

it('only an admin can change a profile, and impossible values are refused with their field', async () => {
  expect((await add(bank, await insertPerson('reviewer'))).status).toBe(403)
  const broken = { ...bank, bic: 'DKB', settings: { ...GERMAN, nameCap: 700, releaseDays: 0 } }
  const { status, body } = await add(broken)
  expect(status).toBe(422)
  expect((body.errors as { path: string }[]).map(({ path }) => path).sort()).toEqual([
    'bic',
    'settings.nameCap',
    'settings.releaseDays',
  ])
})

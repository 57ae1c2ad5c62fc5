import { expect, it } from 'vitest'
import { recordAll } from '@/lib/audit/record.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { signedOutWaiting } from '@/lib/platform/testing/locks'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { heldScope, retentionLock } from '@/lib/retention/scope.server'
import { subjectOf } from '@/lib/retention/testing/runs'

const hold = { on: 'subject', subject: subjectOf('name', 'Heloise Stayput'), reason: 'Case 12' } as const

it('a hold is neither placed nor released by an admin who is signed out while a purge ends', async () => {
  const { id } = await placeHold(hold, await insertPerson('admin'))
  for (const act of [placeHold.bind(null, hold), releaseHold.bind(null, id)]) {
    const admin = await insertPerson('admin')
    expect(await signedOutWaiting(admin, retentionLock, () => act(admin))).toBe('session_required')
  }
  expect(await db().legalHold.findMany()).toMatchObject([{ id, releasedAt: null }])
})

it('a hold that is released keeps nothing of the person or IBAN that it was about', async () => {
  const admin = await insertPerson('admin')
  const { id } = await placeHold(hold, admin)
  await releaseHold(id, admin)
  const released = await db().legalHold.findUniqueOrThrow({ where: { id } })
  expect(released.subjectCipher).toHaveLength(0)
})

it('a hold on a person is not a way to try names: it counts as one of thirty searches an hour', async () => {
  const curious = await insertPerson('admin')
  const held = { by: curious.auditActor, action: 'retention.held' }
  await db().$transaction((tx) => recordAll(Array(30).fill(held), tx))
  expect(await refusalOf(placeHold(hold, curious))).toBe('429 too_many_subjects')
})

it('a hold on a person keeps an upload in which only a row that was not sent names them', async () => {
  const createdById = (await insertPerson()).id
  const upload = { fileName: 'may.csv', fileHash: '0', reading: {}, fileRows: 1, total: 0, notSent: 1 }
  const { id } = await db().upload.create({ data: { ...upload, createdById } })
  const row = { uploadId: id, number: 1, name: 'Heloise Stayput', notSentCode: 'left_out' }
  await db().uploadRow.create({ data: row })
  await placeHold(hold, await insertPerson('admin'))
  expect((await heldScope(db())).uploadIds).toContain(id)
})

import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { signedOutWaiting } from '@/lib/platform/testing/locks'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { retentionLock } from '@/lib/retention/scope.server'
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

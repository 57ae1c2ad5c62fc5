import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { resumePaidRequests } from '@/lib/connections/resume.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { actsWaiting, lockAuditLog } from '@/lib/platform/testing/locks'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { stopPaidRequests } from '@/lib/upstream/paid-requests.server'

const [analyst, admin] = [await insertPerson(), await insertPerson('admin')]
const connectionId = await insertConnection()

it('an upload that lacks credits is stopped while an admin resumes paid requests, without a deadlock', async () => {
  const id = await storeCompared(requestOf(linesOf(keptRows(3))), analyst)
  const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
  await stopPaidRequests(connectionId, { code: 'credits_exhausted', checks: 3, bulkId: bulk.id })
  const outcomes = await actsWaiting(lockAuditLog, [
    () => actOnUpload(id, 'stop', analyst),
    () => resumePaidRequests(connectionId, admin.auditActor),
  ])
  expect(outcomes).toEqual(['done', 'not_stopped'])
  expect(await db().breaker.findFirst({ where: { kind: 'credits' } })).toMatchObject({ openSince: null })
})

import { expect, it } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { db, type Tx } from '@/lib/platform/db.server'
import { actsWaiting } from '@/lib/platform/testing/locks'
import { requestVerification } from '@/lib/verifications/check/request.server'
import {
  answerWith,
  refuseWith,
  runEnrichmentJobs,
  setUpEnrichment,
} from '@/lib/verifications/testing/enrichment'

const { office, createRows, handleNext, readStoredReads } = setUpEnrichment()

it.each([
  ['are read', answerWith(), 'works'],
  ['are refused', refuseWith(404), null],
])('the bank details of a row %s while it is checked again', async (_, reply, stored) => {
  const [id = ''] = await createRows(1)
  handleNext(reply)
  const { iban, name } = await db().verification.findUniqueOrThrow({ where: { id } })
  const actor = { id: office.requestedById, roles: ['analyst' as const] } as Actor
  const checkAgain = () =>
    requestVerification(
      { iban, name, environment: 'live', previousId: id },
      { actor, auditActor: { kind: 'user', ...actor } },
    )
  const lockRow = (tx: Tx) => tx.$executeRaw`select from verifications where id = ${id}::uuid for share`
  expect(await actsWaiting(lockRow, [runEnrichmentJobs, checkAgain])).toEqual(['done', 'done'])
  expect(await readStoredReads()).toBe(stored)
  expect(await db().verification.findFirst({ where: { previousId: id } })).toMatchObject({
    status: 'completed',
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { finishErasures, reopenErasures } from '@/lib/retention/erasure/erase.server'
import { reconcileErasures } from '@/lib/retention/erasure/erasures.server'
import { closeErasure, countNamelessErasures, nameErasure } from '@/lib/retention/erasure/name.server'
import { listErasures } from '@/lib/retention/erasure/request.server'
import {
  createRetentionOffice,
  eraseSubject,
  type RetentionOffice,
  subjectOf,
} from '@/lib/retention/testing/runs'
import { createAnsweredCheck } from '@/lib/reviews/testing/fixtures'

const NAME = 'Nadia Noteonly'

let office: RetentionOffice
let check: string
let id: string

/** A backup from before the erasure of somebody whom only a note names. */
beforeAll(async () => {
  office = await createRetentionOffice()
  check = await createAnsweredCheck(office.analyst.actor, { reference: `for ${NAME}` })
  await eraseSubject(office, subjectOf('name', NAME))
  expect(await textOf()).toBe('for ▮▮▮')
  ;({ id } = await db().erasure.findFirstOrThrow())
  await db().erasure.delete({ where: { id } })
  await db().verification.update({ where: { id: check }, data: { reference: `for ${NAME}` } })
  expect(await reconcileErasures()).toBe(1)
  await reopenErasures()
  await finishErasures()
})

const textOf = async () => (await db().verification.findUniqueOrThrow({ where: { id: check } })).reference
const stateOf = async () => (await listErasures(office.admin.actor)).find((one) => one.id === id)?.state
const enter = (kind: 'iban' | 'name', value: string) => nameErasure(id, subjectOf(kind, value), office.admin)

describe('an erasure repeated after a restore, of somebody whom only free texts name', () => {
  it('stays open, because its digest finds nobody', async () => {
    expect([await stateOf(), await textOf()]).toEqual(['nameless', `for ${NAME}`])
    await finishErasures()
    expect(await stateOf()).toBe('nameless')
  })

  it('refuses another name, and records that it was entered', async () => {
    const errors = [{ path: 'subject.value', code: 'subject_differs' }]
    const differs = { status: 422, code: 'subject_differs', errors }
    await expect(enter('name', 'Nadia Noteless')).rejects.toMatchObject(differs)
    await expect(enter('iban', 'DE89370400440532013000')).rejects.toMatchObject(differs)
    expect([await stateOf(), await textOf()]).toEqual(['nameless', `for ${NAME}`])
  })

  it('is carried out once an admin enters the name again, in any spelling', async () => {
    await enter('name', NAME.toUpperCase())
    expect([await stateOf(), await textOf()]).toEqual(['erased', 'for ▮▮▮'])
    const entries = await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })
    expect(entries.map(({ action }) => action).slice(-4)).toEqual([
      'retention.erasure_misnamed',
      'retention.erasure_misnamed',
      'retention.erasure_named',
      'retention.erased',
    ])
    expect(await refusalOf(enter('name', NAME))).toBe('409 erasure_not_nameless')
  })
})

it('is closed with a reason when nobody knows the name, is never called complete, and opens again after a restore', async () => {
  const close = () => closeErasure(id, 'The letter is lost', office.admin)
  expect(await refusalOf(close())).toBe('409 erasure_not_nameless')
  expect(await refusalOf(closeErasure(randomUUID(), 'Unknown', office.admin))).toBe('404 not_found')
  const restoreAgain = async () => {
    await db().erasure.delete({ where: { id } })
    await db().verification.update({ where: { id: check }, data: { reference: `for ${NAME}` } })
    expect(await reconcileErasures()).toBe(1)
    await reopenErasures()
    await finishErasures()
  }
  await restoreAgain()
  const gone = await insertPerson('admin')
  await db().session.update({ where: { id: gone.actor.sessionId }, data: { revokedAt: new Date() } })
  expect(await refusalOf(closeErasure(id, 'The letter is lost', gone))).toBe('401 session_required')
  expect(await stateOf()).toBe('nameless')
  await close()
  await finishErasures()
  expect([await stateOf(), await textOf(), await countNamelessErasures()]).toEqual([
    'closed',
    `for ${NAME}`,
    0,
  ])
  const [closed] = await listErasures(office.reviewer.actor)
  expect(closed).toMatchObject({ erased: { checks: 0 }, closed: { reason: 'The letter is lost' } })
  expect(await refusalOf(enter('name', NAME))).toBe('409 erasure_not_nameless')
  expect(await refusalOf(close())).toBe('409 erasure_not_nameless')
  const last = await db().auditEntry.findFirstOrThrow({ where: { objectId: id }, orderBy: { seq: 'desc' } })
  expect(last).toMatchObject({ action: 'retention.erasure_closed', actorId: office.admin.actor.id })
  await restoreAgain()
  expect(await stateOf()).toBe('nameless')
})

it('is not closed once its name is found among the checks', async () => {
  await createAnsweredCheck(office.analyst.actor, { names: [NAME, 'Nadia Noted'] })
  expect(await refusalOf(closeErasure(id, 'The letter is lost', office.admin))).toBe(
    '409 erasure_not_nameless',
  )
  expect(await stateOf()).toBe('partly')
})

it('an erasure from before the first person of a new database is not repeated', async () => {
  await db().erasure.deleteMany()
  await db().user.updateMany({ data: { createdAt: new Date() } })
  expect(await reconcileErasures()).toBe(0)
})

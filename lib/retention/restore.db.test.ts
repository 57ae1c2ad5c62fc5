import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { readRetention } from '@/lib/retention/change.server'
import { finishErasures, reopenErasures } from '@/lib/retention/erasure/erase.server'
import { nameErasure } from '@/lib/retention/erasure/name.server'
import { decideErasure, listErasures, requestErasure } from '@/lib/retention/erasure/request.server'
import { countResumableErasures, resumeErasure } from '@/lib/retention/erasure/resume.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { confirmHolds, requireHoldConfirmation } from '@/lib/retention/restore.server'
import {
  createRetentionOffice,
  type RetentionOffice,
  runNextNight,
  subjectOf,
} from '@/lib/retention/testing/runs'
import { createAnsweredCheck } from '@/lib/reviews/testing/fixtures'

const MADE_AT = '2026-11-01T02:00:00.000Z'
const UNCONFIRMED = '409 holds_unconfirmed'
const WHOLE = 'Clement Complete'
const WHOLE_TEXT = 'Tessa Textonly'
const HELD = 'Hector Heldsince'
const HELD_TEXT = 'Hilda Heldsince'
const STOPPED = 'Stella Stopped'
const REQUESTED = 'Rafael Requested'

let office: RetentionOffice
let old: string
const checks: Record<string, string> = {}
const erasures: Record<string, string> = {}

const nameOf = async (check = '') =>
  (await db().verification.findUniqueOrThrow({ where: { id: check } })).name
const textOf = async (check = '') =>
  (await db().verification.findUniqueOrThrow({ where: { id: check } })).reference
const stateOf = async (name: string) =>
  (await listErasures(office.admin.actor)).find(({ id }) => id === erasures[name])?.state

/** A check, and an erasure of its payee that two people want. */
async function eraseLater(name: string, textOnly = false) {
  const { admin, analyst } = office
  const payee = textOnly
    ? { reference: name }
    : { names: [name, `${name} Ltd`] as [string, string], reference: name }
  checks[name] = await createAnsweredCheck(analyst.actor, payee)
  const asked = { subject: subjectOf('name', name), reason: 'letter' }
  erasures[name] = (await requestErasure(asked, admin)).id
}
const agree = (name: string) => decideErasure(erasures[name] ?? '', true, office.reviewer)
const hold = (name: string) =>
  placeHold({ on: 'verification', id: checks[name] ?? '', reason: 'Case 9' }, office.admin)

/** Brings the check back as an older backup has it, and takes away what was decided since. */
async function bringBack(name: string, as: string) {
  await db().erasure.delete({ where: { id: erasures[name] } })
  await db().legalHold.deleteMany({ where: { verificationId: checks[name] } })
  const confirmedAt = new Date(Date.now() - 60_000)
  checks[name] = await createAnsweredCheck(office.analyst.actor, {
    reference: name,
    names: [as, `${as} Ltd`],
  })
  await db().verification.update({ where: { id: checks[name] }, data: { createdAt: confirmedAt } })
}

beforeAll(async () => {
  office = await createRetentionOffice()
  for (const name of [WHOLE, HELD, STOPPED, REQUESTED]) await eraseLater(name)
  for (const name of [WHOLE_TEXT, HELD_TEXT]) await eraseLater(name, true)
  for (const name of [HELD, HELD_TEXT]) await hold(name)
  const stopping = await hold(STOPPED)
  for (const name of [WHOLE, WHOLE_TEXT, HELD, HELD_TEXT, STOPPED]) await agree(name)
  expect(await stateOf(HELD_TEXT)).toBe('partly')
  await releaseHold(stopping.id, office.admin)

  for (const name of [WHOLE, HELD]) await bringBack(name, name)
  for (const name of [WHOLE_TEXT, HELD_TEXT]) await bringBack(name, 'Somebody')
  old = await createAnsweredCheck(office.analyst.actor, { names: ['Olga Outdated', 'Olga Outdated'] })
  const longAgo = new Date(Date.now() - 500 * 86_400_000)
  await db().verification.update({ where: { id: old }, data: { createdAt: longAgo } })
  await requireHoldConfirmation(MADE_AT)
  await reopenErasures()
  await finishErasures()
})

describe('after a restore, until an admin has confirmed the legal holds', () => {
  it('only erasures that were complete are repeated', async () => {
    expect([await stateOf(WHOLE), await nameOf(checks[WHOLE])]).toEqual(['erased', ''])
    expect([await stateOf(HELD), await nameOf(checks[HELD])]).toEqual(['partly', HELD])
    const enter = (name: string) =>
      refusalOf(nameErasure(erasures[name] ?? '', subjectOf('name', name), office.admin))
    expect(await enter(HELD_TEXT)).toBe(UNCONFIRMED)
    expect(await enter(WHOLE_TEXT)).toBe('done')
    expect([await textOf(checks[HELD_TEXT]), await textOf(checks[WHOLE_TEXT])]).toEqual([HELD_TEXT, '▮▮▮'])
  })

  it('nobody can confirm or finish an erasure, and a request can be refused', async () => {
    expect(await refusalOf(agree(REQUESTED))).toBe(UNCONFIRMED)
    expect(await stateOf(REQUESTED)).toBe('requested')
    expect(await countResumableErasures(office.admin.actor)).toBe(0)
    expect(await refusalOf(resumeErasure(erasures[STOPPED] ?? '', office.admin.auditActor))).toBe(UNCONFIRMED)
    const refuse = decideErasure(erasures[REQUESTED] ?? '', false, office.reviewer)
    expect(await refusalOf(refuse)).toBe('done')
    expect(await nameOf(checks[REQUESTED])).toBe(REQUESTED)
  })

  it('the nightly run deletes nothing by its age, on any night', async () => {
    for (const _ of [1, 2]) expect((await runNextNight())?.purged.checks).toBe(0)
    expect([await nameOf(old), await nameOf(checks[HELD])]).toEqual(['Olga Outdated', HELD])
  })

  it('the page says what was restored; a second restore keeps the date of the older backup', async () => {
    await requireHoldConfirmation('2026-11-20T02:00:00.000Z')
    expect((await readRetention(office.admin.actor)).restore).toEqual({
      madeAt: MADE_AT,
      restoredAt: expect.any(String),
    })
  })

  it('the confirmation is in the audit log, and from then on data is erased and deleted again', async () => {
    await hold(HELD)
    await confirmHolds(office.admin.auditActor)
    await confirmHolds(office.admin.auditActor)
    expect((await readRetention(office.admin.actor)).restore).toBeNull()
    const entries = await db().auditEntry.findMany({ where: { action: 'retention.holds_confirmed' } })
    expect(entries).toMatchObject([{ details: { madeAt: MADE_AT, holds: 1 } }])
    expect(await countResumableErasures(office.admin.actor)).toBe(1)
    expect((await runNextNight())?.purged.checks).toBe(1)
    expect([await nameOf(old), await nameOf(checks[STOPPED]), await nameOf(checks[HELD])]).toEqual([
      '',
      '',
      HELD,
    ])
  })
})

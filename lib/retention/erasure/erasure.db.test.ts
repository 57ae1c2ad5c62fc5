import fs from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { recordAll } from '@/lib/audit/record.server'
import { verifyChain } from '@/lib/audit/verify.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { finishErasures, reopenErasures, subjectDigest } from '@/lib/retention/erasure/erase.server'
import { erasureFile, reconcileErasures } from '@/lib/retention/erasure/erasures.server'
import {
  countWaitingErasures,
  decideErasure,
  listErasures,
  requestErasure,
  searchSubject,
} from '@/lib/retention/erasure/request.server'
import { countResumableErasures, resumeErasure } from '@/lib/retention/erasure/resume.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import type { DataSubject } from '@/lib/retention/subject'
import { dumpDatabase, findValues } from '@/lib/retention/testing/dump'
import { subjectOf } from '@/lib/retention/testing/runs'
import { makePayee, readRemainingData, seedUpload, valuesOf } from '@/lib/retention/testing/seed'
import { createAnsweredCheck } from '@/lib/reviews/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'

const XERXES = makePayee(710_001, 'Xerxes Quillfeather')
const OTHER = makePayee(710_002, 'Otto Brambleworth')
const HELOISE = makePayee(710_003, 'Heloise Stayput')

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const admin = await insertPerson('admin', 'reviewer')
const reviewer = await insertPerson('reviewer')
const analyst = await insertPerson()
await seedUpload([XERXES, OTHER], analyst, reviewer)
await seedUpload([HELOISE], analyst, reviewer)

const ask = async (subject: DataSubject) =>
  (await requestErasure({ subject, reason: `Letter of ${subject.value}` }, admin)).id
const waiting = async () => {
  const [row] = await db().$queryRaw<[{ count: number }]>`
    select count(*)::int as count from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
  return row.count
}
const stateOf = async (id: string) => (await listErasures(admin.actor)).find((one) => one.id === id)?.state

const whereClocksAreAhead = (seconds: number, act: () => Promise<void>) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
  return act().finally(() => vi.useRealTimers())
}

/** the erasure by name, applied */
let ofXerxes: string

describe('an erasure', () => {
  it('starts with a search that returns counts only', async () => {
    expect(await searchSubject(subjectOf('iban', XERXES.iban), admin)).toMatchObject({
      checks: 1,
      held: 0,
      waiting: 0,
      reviews: 1,
      uploads: 1,
      originals: 1,
      documents: 1,
    })
    // the bank's name and other capital letters find the same check
    expect((await searchSubject(subjectOf('name', 'XERXES QUILLFEATHER KLOSE'), admin)).checks).toBe(1)
    expect((await searchSubject(subjectOf('name', 'Quillfeather'), admin)).checks).toBe(0)
  })

  it('is not a way to try names: a person has thirty searches an hour', async () => {
    const curious = await insertPerson('admin')
    const searched = { by: curious.auditActor, action: 'retention.searched' }
    await db().$transaction((tx) => recordAll(Array(30).fill(searched), tx))
    const another = searchSubject(subjectOf('name', 'Nobody'), curious)
    expect(await refusalOf(another)).toBe('429 too_many_subjects')
  })

  it('takes two people, enforced by the command and by the database', async () => {
    const id = await ask(subjectOf('name', OTHER.name))
    const tasks = ({ actor }: Person) => countWaitingErasures(actor)
    expect([await tasks(admin), await tasks(reviewer)]).toEqual([0, 1])
    expect(
      await refusalOf(
        requestErasure({ subject: subjectOf('name', OTHER.name.toUpperCase()), reason: 'twice' }, admin),
      ),
    ).toBe('409 erasure_requested')
    expect(await refusalOf(decideErasure(id, true, admin))).toBe('403 four_eyes')
    const alone = (by: Person) =>
      db().erasure.update({ where: { id }, data: { confirmedById: by.actor.id, confirmedAt: new Date() } })
    await expect(alone(admin)).rejects.toThrow('erasures_two_people')
    await expect(alone(analyst)).rejects.toThrow('only an admin or a reviewer')
    const born = { kind: 'name', digest: new Uint8Array(subjectDigest('name', 'x')), reason: 'none' }
    const given = { requestedById: admin.actor.id, confirmedById: reviewer.actor.id, confirmedAt: new Date() }
    await expect(db().erasure.create({ data: { ...born, ...given } })).rejects.toThrow('somebody else agrees')
    expect(await refusalOf(decideErasure(id, false, admin))).toBe('done')
    expect(await refusalOf(decideErasure(id, true, reviewer))).toBe('409 erasure_answered')
    expect(await stateOf(id)).toBe('refused')
  })

  it('removes a person from every table and free text, and nobody else', async () => {
    await createAnsweredCheck(analyst.actor, {
      reference: `as ${XERXES.name}`,
      names: ['Somebody', 'Somebody Else'],
    })
    await db().creditEntry.create({ data: { kind: 'correction', amount: 1, note: `for ${XERXES.iban}` } })
    const before = await readRemainingData()
    const mine = [...valuesOf(XERXES), `${XERXES.name}.pdf`]
    expect(findValues(await dumpDatabase(), mine)).toEqual(mine)
    const id = await ask(subjectOf('iban', XERXES.iban))
    expect(await refusalOf(decideErasure(id, true, reviewer))).toBe('done')
    const named = await ask(subjectOf('name', XERXES.name))
    ofXerxes = named
    expect(await refusalOf(decideErasure(named, true, reviewer))).toBe('done')
    expect([await stateOf(id), await stateOf(named)]).toEqual(['erased', 'erased'])
    expect(findValues(await dumpDatabase(), mine)).toEqual([])
    expect(findValues(fs.readFileSync(erasureFile(), 'utf8'), mine)).toEqual([])
    expect(findValues(await dumpDatabase(), valuesOf(OTHER).slice(0, 3))).toHaveLength(3)
    expect(await readRemainingData()).toEqual(before)
    expect(await verifyChain()).toMatchObject({ breach: null })
  })

  it('waits for a legal hold and continues automatically when the hold ends', async () => {
    const check = await db().verification.findFirstOrThrow({ where: { iban: HELOISE.iban } })
    const hold = await placeHold({ on: 'verification', id: check.id, reason: 'Case 7' }, admin)
    const id = await ask(subjectOf('iban', HELOISE.iban))
    await decideErasure(id, true, reviewer)
    expect(await stateOf(id)).toBe('partly')
    expect(findValues(await dumpDatabase(), [HELOISE.name])).toHaveLength(1)
    await releaseHold(hold.id, admin)
    await finishErasures()
    expect(await stateOf(id)).toBe('erased')
    expect(await db().verification.findUnique({ where: { id: check.id } })).toMatchObject({
      iban: '',
      name: '',
    })
  })

  it('covers the checks until then where the clock of the host is behind', async () => {
    const check = await createAnsweredCheck(analyst.actor, { names: ['Ida Slowclock', 'Ida Slowclock'] })
    const id = await ask(subjectOf('name', 'Ida Slowclock'))
    await whereClocksAreAhead(-60, () => decideErasure(id, true, reviewer))
    expect(await db().verification.findUnique({ where: { id: check } })).toMatchObject({ name: '' })
  })

  it('becomes a task for admins again once no hold stops it, and one of them can finish it', async () => {
    const check = await createAnsweredCheck(analyst.actor, { names: ['Timo Heldback', 'Timo Heldback'] })
    const hold = { on: 'verification' as const, id: check, reason: 'Case 8' }
    const holds = [await placeHold(hold, admin), await placeHold(hold, admin)]
    const id = await ask(subjectOf('name', 'Timo Heldback'))
    await whereClocksAreAhead(3_600, () => decideErasure(id, true, reviewer))
    const now = async () => [
      await stateOf(id),
      await countResumableErasures(admin.actor),
      await refusalOf(resumeErasure(id, admin.auditActor)),
    ]
    for (const each of holds) {
      expect(await now()).toEqual(['partly', 0, '409 erasure_not_resumable'])
      await releaseHold(each.id, admin)
    }
    expect([await stateOf(id), await countResumableErasures(admin.actor)]).toEqual(['resumable', 1])
    expect(await countResumableErasures(reviewer.actor)).toBe(0)
    await resumeErasure(id, admin.auditActor)
    expect(await now()).toEqual(['erased', 0, '409 erasure_not_resumable'])
    expect(await db().verification.findUnique({ where: { id: check } })).toMatchObject({ name: '' })
    const told = await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })
    expect(told.map(({ action }) => action).slice(-2)).toEqual([
      'retention.erasure_resumed',
      'retention.erased',
    ])
  })

  it('is not a task while a hold keeps only free texts and it has been tried', async () => {
    const named = subjectOf('name', 'Wanda Textonly')
    const held = await createAnsweredCheck(analyst.actor, { reference: 'for Wanda Textonly' })
    const holdOn = (reason: string) => placeHold({ on: 'verification', id: held, reason }, admin)
    const [first, second] = [await holdOn('Case 10'), await holdOn('Case 11')]
    const id = await ask(named)
    await decideErasure(id, true, reviewer)
    await releaseHold(first.id, admin)
    await resumeErasure(id, admin.auditActor)
    expect(await stateOf(id)).toBe('partly')
    await releaseHold(second.id, admin)
    expect(await stateOf(id)).toBe('resumable')
  })

  it('leaves the texts of a held check unchanged, finds every spelling, and touches no other name', async () => {
    const named = subjectOf('name', 'Zoë Lindqvist')
    const subject = {
      reference: 'for ZOE LINDQVIST',
      names: ['Somebody', 'Somebody Else'] as [string, string],
    }
    const [held, free] = [
      await createAnsweredCheck(analyst.actor, subject),
      await createAnsweredCheck(analyst.actor, subject),
    ]
    const counts = { fileRows: 1, total: 1, notSent: 0, countCloseMatch: 1 }
    const { id: uploadId } = await db().upload.create({
      data: {
        fileName: 'x.csv',
        fileHash: '0',
        reading: { note: 'Null' },
        createdById: analyst.actor.id,
        ...counts,
      },
    })
    const row = { uploadId, number: 1, verificationId: free, name: 'Zoë Lindqvist & Sons' }
    await db().uploadRow.create({ data: row })
    const hold = await placeHold({ on: 'verification', id: held, reason: 'Case of Zoé' }, admin)
    const elsewhere = { on: 'subject' as const, subject: subjectOf('iban', OTHER.iban) }
    const why = await placeHold({ ...elsewhere, reason: 'Zoe Lindqvist v. us' }, admin)
    const id = await ask(named)
    await decideErasure(id, true, reviewer)
    const textOf = async (check: string) =>
      (await db().verification.findUniqueOrThrow({ where: { id: check } })).reference
    expect([await textOf(held), await textOf(free)]).toEqual(['for ZOE LINDQVIST', 'for ▮▮▮'])
    expect(await db().uploadRow.findFirst({ where: { uploadId } })).toMatchObject(row)
    const reasonOf = async () => (await db().legalHold.findUniqueOrThrow({ where: { id: why.id } })).reason
    expect([await stateOf(id), await reasonOf()]).toEqual(['partly', 'Zoe Lindqvist v. us'])
    for (const each of [hold, why]) await releaseHold(each.id, admin)
    await finishErasures()
    expect([await textOf(held), await reasonOf(), await stateOf(id)]).toEqual([
      'for ▮▮▮',
      '▮▮▮ v. us',
      'erased',
    ])
  })

  it('redacts a text that somebody edits at the same moment', async () => {
    const id = await createAnsweredCheck(analyst.actor, { reference: 'for Ludmilla Mocking' })
    const request = await ask(subjectOf('name', 'Ludmilla Mocking'))
    let erased: Promise<unknown> | undefined
    await db().$transaction(
      async (tx) => {
        await tx.verification.update({ where: { id }, data: { note: 'Ludmilla Mocking called' } })
        erased = decideErasure(request, true, reviewer)
        await expect.poll(waiting).toBeGreaterThan(0)
      },
      { timeout: 30_000 },
    )
    await erased
    const { reference, note } = await db().verification.findUniqueOrThrow({ where: { id } })
    expect([reference, note]).toEqual(['for ▮▮▮', '▮▮▮ called'])
  })

  it('finds a mention anywhere in a long table', async () => {
    const counts = { fileRows: 5_000, total: 0, notSent: 5_000 }
    const { id: uploadId } = await db().upload.create({
      data: { fileName: 'long.csv', fileHash: '0', reading: {}, createdById: analyst.actor.id, ...counts },
    })
    await db().$executeRaw`
      insert into upload_rows (upload_id, number, not_sent_code, reference)
      select ${uploadId}::uuid, n, 'iban_invalid', repeat('é', 400) || case when n in (1, 2500, 5000) then ' Orlando Farwalker' else '' end
        from generate_series(1, 5000) n`
    await decideErasure(await ask(subjectOf('name', 'Orlando Farwalker')), true, reviewer)
    const left = await db().uploadRow.findMany({
      where: { uploadId, reference: { not: 'é'.repeat(400) } },
      select: { number: true, reference: true },
      orderBy: { number: 'asc' },
    })
    expect(left).toEqual([1, 2500, 5000].map((number) => ({ number, reference: `${'é'.repeat(400)} ▮▮▮` })))
  })

  it('is repeated from the list outside the database when an older backup brings the person back', async () => {
    const erasure = await db().erasure.findUniqueOrThrow({ where: { id: ofXerxes } })
    await db().erasure.delete({ where: { id: erasure.id } })
    const old = new Date((erasure.confirmedAt?.getTime() ?? 0) - 1_000)
    const restored = await createAnsweredCheck(analyst.actor, { names: [XERXES.name, XERXES.registered] })
    await db().verification.update({ where: { id: restored }, data: { createdAt: old } })
    const later = await createAnsweredCheck(analyst.actor, { names: [XERXES.name, XERXES.registered] })
    expect(await reconcileErasures()).toBe(1)
    await reopenErasures()
    await finishErasures()
    expect(await db().verification.findUnique({ where: { id: restored } })).toMatchObject({ name: '' })
    // a check made after the erasure is kept
    expect(await db().verification.findUnique({ where: { id: later } })).toMatchObject({ name: XERXES.name })
    expect(await stateOf(erasure.id)).toBe('erased')
    expect(await reconcileErasures()).toBe(0)
  })

  it('is not started by a line that somebody else added to the list', async () => {
    const [line = ''] = fs.readFileSync(erasureFile(), 'utf8').split('\n')
    const forged = { ...JSON.parse(line), id: admin.actor.id, confirmedBy: admin.actor.id }
    fs.appendFileSync(erasureFile(), `${JSON.stringify(forged)}\nnot json\n`)
    expect(await reconcileErasures()).toBe(0)
  })
})

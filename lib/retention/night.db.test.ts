import { describe, expect, it } from 'vitest'
import { verifyChain } from '@/lib/audit/verify.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { changePeriods, readRetention } from '@/lib/retention/change.server'
import { nightlySchedule } from '@/lib/retention/cutoff.server'
import { previewEffect } from '@/lib/retention/effect.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { runNight } from '@/lib/retention/night.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { stripChecks } from '@/lib/retention/strip.server'
import { dumpDatabase, findValues } from '@/lib/retention/testing/dump'
import { ageData, subjectOf } from '@/lib/retention/testing/runs'
import { makePayee, readRemainingData, seedUpload, valuesOf } from '@/lib/retention/testing/seed'
import { NO_NIGHT } from '@/lib/retention/view'
import { settleBulk } from '@/lib/uploads/sending/settle.server'
import { linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'

const XERXES = makePayee(700_001, 'Xerxes Quillfeather')
const OTTO = makePayee(700_002, 'Otto Brambleworth')
const HELD = makePayee(700_003, 'Heloise Stayput')
const values = [...valuesOf(XERXES), ...valuesOf(OTTO), 'Quillfeather', 'Brambleworth']

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const admin = await insertPerson('admin')
const [analyst, reviewer] = [await insertPerson(), await insertPerson('reviewer')]
const filled = await seedUpload([XERXES, OTTO], analyst, reviewer)
await seedUpload([HELD], analyst, reviewer)
await ageData(430)

/** Each test uses a day of its own. */
const night = async (offset: number) => {
  const { today } = await nightlySchedule()
  return new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10)
}

describe('the nightly retention run', () => {
  it('has a preview of what it deletes tonight and within 30 days, and of what a hold keeps', async () => {
    const { id } = await placeHold(
      { on: 'subject', subject: subjectOf('name', HELD.name), reason: 'Case 12' },
      admin,
    )
    const effect = await previewEffect(DEFAULT_PERIODS)
    expect(effect).toMatchObject({
      tonight: { checks: 2, originals: 1 },
      later: { checks: 2, originals: 1 },
      held: { checks: 1, originals: 1 },
    })
    expect(
      (await previewEffect({ ...DEFAULT_PERIODS, resultMonths: 25, originalDays: 90 })).tonight.checks,
    ).toBe(0)
    const { holds } = await readRetention(admin.actor)
    // admins read this page, and they see no names
    expect(holds).toMatchObject([{ id, on: 'subject', subject: { value: 'H···' }, reason: 'Case 12' }])
  })

  it('removes every due value from every table and keeps results, decisions and counts', async () => {
    const before = await readRemainingData()
    await queryAsOwner('analyze')
    expect(findValues(await dumpDatabase(), values)).toEqual(values.filter((value) => value !== OTTO.phone))
    const run = await runNight(await night(0))
    expect(run?.purged).toEqual({ ...NO_NIGHT, checks: 2, originals: 1, uploads: 1, documents: 1 })
    expect(findValues(await dumpDatabase(), values)).toEqual([])
    expect(await readRemainingData()).toEqual(before)
    const bulk = { bulk: { uploadId: filled.uploadId } }
    expect(await db().attempt.count({ where: { ...bulk, payloadSha256: { not: null } } })).toBe(0)
    expect(await verifyChain()).toMatchObject({ breach: null })
  })

  it('keeps everything that is held, including the file, and runs once', async () => {
    expect(findValues(await dumpDatabase(), valuesOf(HELD))).toEqual(valuesOf(HELD))
    expect(await db().uploadOriginal.count()).toBe(1)
    expect(await runNight(await night(0))).toBeNull()
  })

  it('resumes after an interrupted run, and then removes what is no longer held', async () => {
    const [hold] = await db().legalHold.findMany()
    await releaseHold(hold?.id ?? '', admin)
    const day = await night(1)
    await db().retentionRun.create({
      data: { day, leaseUntil: new Date(Date.now() + 60_000), purged: { checks: 5 } },
    })
    expect(await runNight(day)).toBeNull()
    await db().retentionRun.update({ where: { day }, data: { leaseUntil: new Date(0) } })
    expect((await runNight(day))?.purged).toEqual({
      ...NO_NIGHT,
      checks: 6,
      originals: 1,
      uploads: 1,
      documents: 1,
    })
    expect(findValues(await dumpDatabase(), [...valuesOf(HELD), 'Stayput'])).toEqual([])
  })
})

describe('an upload without progress for the whole period', () => {
  it('is stopped, counted beforehand and removed, unless it is held or has a lost response', async () => {
    const [PAULA, HOLDEN] = [makePayee(700_004, 'Paula Standstill'), makePayee(700_005, 'Holden Standstill')]
    const LOUISE = makePayee(700_006, 'Louise Lost')
    const analyst = await insertPerson()
    const paused = async ({ iban, name }: typeof PAULA, before?: (id: string) => Promise<void>) => {
      const lines = linesOf([{ iban, name }] as TestRow[], { fileName: `${name}.csv` })
      const id = await storeCompared(requestOf(lines), analyst)
      await before?.(id)
      await db().upload.update({ where: { id }, data: { state: 'paused', pauseReason: 'user' } })
      return id
    }
    const [left, kept] = [await paused(PAULA), await paused(HOLDEN)]
    const lost = await paused(LOUISE, async (id) => {
      const { id: bulkId } = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
      const attempt = await db().attempt.create({ data: { bulkId, state: 'sending' } })
      await settleBulk({ attemptId: attempt.id, bulkId }, { kind: 'unknown', code: 'upstream_unavailable' })
    })
    await placeHold({ on: 'upload', id: kept, reason: 'Case 13' }, admin)
    await ageData(430)
    expect(await previewEffect(DEFAULT_PERIODS)).toMatchObject({
      tonight: { checks: 1 },
      held: { checks: 1 },
    })
    expect((await runNight(await night(2)))?.purged).toMatchObject({ checks: 1, uploads: 1, originals: 2 })
    expect(findValues(await dumpDatabase(), ['Standstill'])).toEqual(['Standstill'])
    expect(findValues(await dumpDatabase(), ['Paula', PAULA.iban])).toEqual([])
    const stateOf = async (id: string) => (await db().upload.findUniqueOrThrow({ where: { id } })).state
    const states = await Promise.all([left, kept, lost].map(stateOf))
    expect(states).toEqual(['stopped', 'paused', 'paused'])
  })
})

describe('a purged check', () => {
  it('never accepts values again, from any writer', async () => {
    await db().verification.update({
      where: { id: filled.checkId },
      data: { name: 'Xerxes', iban: XERXES.iban, nameSearch: 'xerxes', note: 'again', reference: 'R' },
    })
    expect(await db().verification.findUnique({ where: { id: filled.checkId } })).toMatchObject({
      name: '',
      iban: '',
      nameSearch: '',
      note: null,
      reference: null,
      matchResult: 'close_match',
    })
  })

  it('keeps only the code of an answer that arrives later', async () => {
    const requestedById = admin.actor.id
    const { id } = await db().verification.create({
      data: { ...PLAIN_CHECK, status: 'unknown', requestedById },
    })
    await db().$transaction((tx) => stripChecks(tx, [id]))
    const data = { status: 'failed', statusReason: 'Marie Curie is away', matchedName: 'Marie' } as const
    expect(await db().verification.update({ where: { id }, data })).toMatchObject({
      status: 'failed',
      statusReason: null,
      matchedName: null,
    })
  })

  it('cannot be marked as purged while it still has a value', async () => {
    const user = admin.actor.id
    const { id } = await db().verification.create({ data: { ...PLAIN_CHECK, requestedById: user } })
    const EMPTY = { purgedAt: new Date(), iban: '', name: '', nameSearch: '' }
    const bytes = new Uint8Array()
    const values = [
      ...[{ iban: 'FR76' }, { name: 'Marie' }, { nameSearch: 'marie' }, { reference: 'R' }, { note: 'N' }],
      ...[{ comparison: {} }, { rawCipher: bytes }, { enrichment: {} }, { unrecognised: 'Marie' }],
    ]
    const purged = (left: object) => db().verification.update({ where: { id }, data: { ...EMPTY, ...left } })
    for (const left of values) await expect(purged(left)).rejects.toThrow('values left in it')
    expect(await purged({})).toMatchObject(EMPTY)
  })
})

describe('the retention periods', () => {
  it('are shortened only by somebody who has seen how many records will be deleted', async () => {
    const shorter = { ...DEFAULT_PERIODS, resultMonths: 3, originalDays: 7 } as const
    const change = { before: DEFAULT_PERIODS, periods: shorter }
    expect(await refusalOf(changePeriods(change, admin))).toBe('409 retention_changed')
    expect(await refusalOf(changePeriods({ ...change, confirms: 99 }, admin))).toBe('409 retention_changed')
    const { tonight } = await previewEffect(shorter)
    const confirms = tonight.checks + tonight.originals
    expect(await refusalOf(changePeriods({ ...change, confirms }, admin))).toBe('done')
    expect((await readRetention(admin.actor)).periods).toEqual(shorter)
  })

  it('are not changed by an admin who lost access while the records were counted', async () => {
    const { periods: before } = await readRetention(admin.actor)
    const gone = await insertPerson('admin')
    await db().user.update({ where: { id: gone.actor.id }, data: { roles: ['analyst'] } })
    const change = { before, periods: { ...before, originalDays: 90 } } as const
    expect(await refusalOf(changePeriods(change, gone))).toBe('401 session_required')
  })

  it('are not overwritten by somebody whose page shows older ones', async () => {
    const { periods: before } = await readRetention(admin.actor)
    const longer = { ...DEFAULT_PERIODS, originalDays: 90 } as const
    expect(await refusalOf(changePeriods({ before: DEFAULT_PERIODS, periods: longer }, admin))).toBe(
      '409 setting_changed',
    )
    expect((await readRetention(admin.actor)).periods).toEqual(before)
    const change = { before, periods: DEFAULT_PERIODS }
    expect(await refusalOf(changePeriods(change, admin))).toBe('done')
  })
})

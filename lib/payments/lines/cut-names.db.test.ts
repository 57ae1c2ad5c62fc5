import { expect, it } from 'vitest'
import { readName } from '@/lib/names/read'
import { searchLines } from '@/lib/payments/lines/search.server'
import { UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import { createProfile, deleteProfile } from '@/lib/payments/profiles/profiles.server'
import { linesSearch } from '@/lib/payments/schema'
import { createPeople } from '@/lib/payments/testing/people'
import { approveLine, createTestRun, numberLines, paymentTo, storeAnswers } from '@/lib/payments/testing/run'
import { db, Prisma } from '@/lib/platform/db.server'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'
import { isLonger } from '@/lib/tables/payments/name-cap'
import { longerThan } from '@/lib/uploads/corrections/name-cap.server'
import { readUpload } from '@/lib/uploads/queries.server'

const [analyst, reviewer] = await createPeople()

it('a search finds the adopted names that are too long for the payer’s bank, or for a corrected file', async () => {
  const id = await createTestRun(analyst, numberLines(paymentTo(1), paymentTo(2), paymentTo(3)))
  await storeAnswers(id, { 1: 'close_match', 2: 'match', 3: 'no_match' })
  await approveLine(id, 1, reviewer)
  // the bank gave no name, so this one isn't written into a file
  const long = { correctedName: `${'Long '.repeat(20)}Name`, callBack: CALL_BACK }
  await approveLine(id, 3, reviewer, { reason: 'confirmed_with_payee', ...long })
  const cut = async () => searchLines(id, linesSearch.parse({ only: 'cut' }), reviewer.actor)
  expect(await cut()).toMatchObject({ items: [], total: 0 })
  const profile = { bic: 'BYLADEM1', name: 'BayernLB', settings: { ...UNKNOWN_SETTINGS, nameCap: 10 } }
  const { id: profileId } = await createProfile(profile, reviewer.auditActor)
  expect(await cut()).toMatchObject({
    items: [{ number: 1, correctedName: 'Registered Holder' }],
    total: 1,
  })
  const corrections = async () => (await readUpload(id, reviewer.actor)).corrections
  expect(await corrections()).toMatchObject({ corrected: 1, cut: 0, cutRows: [], nameCap: null })
  await db().$executeRaw`
    update uploads set reading = jsonb_set(reading, '{table,format}', '"payments"') where id = ${id}::uuid`
  const byProfile = { characters: 10, fromProfile: true }
  expect(await corrections()).toMatchObject({ corrected: 1, cut: 1, cutRows: [1], nameCap: byProfile })
  await deleteProfile(profileId, reviewer.auditActor)
  const byDefault = { characters: 70, fromProfile: false }
  expect(await corrections()).toMatchObject({ corrected: 1, cut: 0, cutRows: [], nameCap: byDefault })
})

it('the database counts the characters of stored names as the files cut them', async () => {
  const names = [
    '  Ann \u00a0 Lee ',
    'Müller\tund Söhne',
    '𝔐 A',
    'e\u0301 e\u0301',
    'Ann\u00ad Lee',
    'x'.repeat(11),
  ]
  for (const raw of names) {
    const read = readName(raw)
    if (!read.ok) continue
    for (const cap of [3, 7, 10]) {
      const [row] = await db().$queryRaw<
        { cut: boolean }[]
      >`select ${longerThan(Prisma.sql`${read.name}`, cap)} as cut`
      expect([read.name, cap, row?.cut]).toEqual([read.name, cap, isLonger(read.name, cap)])
    }
  }
})
